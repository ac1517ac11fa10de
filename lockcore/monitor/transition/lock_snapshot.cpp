// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/lock_snapshot.h"

#include <algorithm>

namespace lockcore {

namespace {

bool areNumbers(const LockSnapshot &before, const LockSnapshot &after)
{
    return before.match.kind == LockKind::Anonymous && after.match.kind == LockKind::Anonymous;
}

// Whether these holders may be only counted in the other look: a write lock never has that many.
bool mayBeCounted(const LockMatch &match)
{
    return match.kind != LockKind::RwLock
           || std::ranges::all_of(match.holders, [](const Holder &holder) { return holder.mode == Mode::Read; });
}

} // namespace

bool isSameDeadline(const Deadline &a, const Deadline &b) { return a && b && std::chrono::abs(*a - *b) <= deadlineNoise; }

bool areTooMany(const LockSnapshot &snapshot)
{
    return snapshot.look.value.type != ValueType::String && snapshot.match.moreHolders > Value::mostHolders;
}

bool isLapsed(const Holder &holder, ServerTime at) { return holder.deadline && *holder.deadline <= at; }

bool countsUp(const Value &before, const Value &after)
{
    constexpr std::uint64_t mostSteps = 100; // between two looks
    const auto was = parseInteger(before.text);
    const auto is = parseInteger(after.text);
    return was && is && *is > *was
           && static_cast<std::uint64_t>(*is) - static_cast<std::uint64_t>(*was) <= mostSteps; // a server may send any number
}

bool counts(const Value &before, const Value &after) { return countsUp(before, after) || countsUp(after, before); }

bool isWrittenSince(const Value &before, const Value &now, const Bytes &owner)
{
    return std::ranges::none_of(now.elements, [&](const auto &element) { return element.first.starts_with(owner); })
           || std::ranges::any_of(now.elements, [&](const auto &element) {
                  const auto *was = element.first.starts_with(owner) ? before.find(element.first) : &element.second;
                  return !was || *was != element.second;
              });
}

const Holder *holderLike(const LockMatch &match, const Holder &wanted)
{
    const auto found = std::ranges::find_if(
        match.holders, [&](const Holder &holder) { return holder.owner == wanted.owner && holder.mode == wanted.mode; });
    return found == match.holders.end() ? nullptr : &*found;
}

const Holder *firstHolder(const LockMatch &match) { return match.holders.empty() ? nullptr : &match.holders.front(); }

std::string_view ownerOf(const LockMatch &match) { return match.holders.empty() ? std::string_view() : match.holders.front().owner; }

const Holder *inAnotherMode(const LockMatch &before, const LockMatch &after, const Holder &wanted)
{
    if (wanted.owner.empty() || holderLike(after, wanted))
        return nullptr;
    const auto found = std::ranges::find(after.holders, wanted.owner, &Holder::owner);
    return found == after.holders.end() || holderLike(before, *found) ? nullptr : &*found;
}

bool namesNobody(const LockMatch &match) { return match.ownerScope == OwnerScope::Nobody; }

bool isExclusive(const LockMatch &match)
{
    return match.kind != LockKind::Semaphore && match.kind != LockKind::Latch
           && std::ranges::any_of(match.holders, [](const Holder &holder) { return holder.mode != Mode::Read; });
}

bool hasOneHolder(const LockMatch &match) { return match.holders.size() == 1 && match.moreHolders == 0; }

bool holdsLeases(const LockMatch &match)
{
    return std::ranges::any_of(match.holders, [](const Holder &holder) { return holder.deadline.has_value(); });
}

bool rewritten(const LockMatch &before, const LockMatch &after)
{
    return !before.rewriter.empty() && before.rewriter == after.rewriter && before.holders != after.holders;
}

// Small numbers may be counted with a new TTL each time. A large number may also be the id of another process.
bool isCounter(const LockSnapshot &before, const LockSnapshot &after)
{
    const auto &was = before.look;
    const auto &is = after.look;
    if (!areNumbers(before, after) || !counts(was.value, is.value) || !is.deadline)
        return false;
    return was.deadline == is.deadline || (mayBeCounter(before, after) && (!was.deadline || *was.deadline < *is.deadline));
}

bool mayBeCounter(const LockSnapshot &before, const LockSnapshot &after)
{
    const auto isSmall = [](const Value &number) {
        constexpr std::int64_t most = 1000;
        const auto value = parseInteger(number.text);
        return value && *value >= 0 && *value <= most;
    };
    return areNumbers(before, after) && isSmall(before.look.value) && isSmall(after.look.value);
}

bool isSameHolding(const LockSnapshot &before, const LockSnapshot &after)
{
    const auto &was = before.match;
    const auto &is = after.match;
    if (before.look.value.type != after.look.value.type)
        return false;
    if (isCounter(before, after))
        return true;
    if (namesNobody(is) && is.holders.size() <= 1)
        return before.look.value == after.look.value
               || (was.library == is.library && (is.kind == LockKind::Semaphore || is.kind == LockKind::Latch));
    if (was.kind == is.kind && (areTooMany(before) || areTooMany(after)) && mayBeCounted(was) && mayBeCounted(is))
        return true;
    const bool oneIsNamed = was.holders.empty() != is.holders.empty();
    if (oneIsNamed && was.kind == LockKind::RwLock && was.moreHolders > 0 && is.moreHolders > 0)
        return true; // readers that are only counted stay, even if a writer is listed
    if (was.holders.empty() || is.holders.empty())
        return was.holders.empty() && is.holders.empty();
    return rewritten(was, is) || std::ranges::any_of(was.holders, [&](const Holder &holder) {
               return holderLike(is, holder) || inAnotherMode(was, is, holder);
           });
}

} // namespace lockcore
