// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lock.h"

#include "lockcore/monitor/model/words.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Words<LockKind, 8> kinds = {{
    {LockKind::Lock, "lock"},
    {LockKind::FairLock, "fair-lock"},
    {LockKind::RwLock, "rw-lock"},
    {LockKind::Semaphore, "semaphore"},
    {LockKind::Latch, "latch"},
    {LockKind::JobLock, "job-lock"},
    {LockKind::Timestamp, "timestamp"},
    {LockKind::Anonymous, "anonymous"},
}};

constexpr Words<Mode, 3> modes = {{
    {Mode::Exclusive, "exclusive"},
    {Mode::Read, "read"},
    {Mode::Write, "write"},
}};

constexpr Words<LockLevel, 2> levels = {{
    {LockLevel::Possible, "possible"},
    {LockLevel::Lock, "lock"},
}};

constexpr Words<LockState, 10> states = {{
    {LockState::Held, "held"},
    {LockState::Contended, "contended"},
    {LockState::Expiring, "expiring"},
    {LockState::NoLease, "no-lease"},
    {LockState::Immortal, "immortal"},
    {LockState::Stale, "stale"},
    {LockState::RenewalOverdue, "renewal-overdue"},
    {LockState::HeldTooLong, "held-too-long"},
    {LockState::TakenOver, "taken-over"},
    {LockState::UnknownOwner, "unknown-owner"},
}};

std::string holdersText(const std::vector<Holder> &holders)
{
    std::string text;
    for (const auto &holder : holders) {
        text += text.empty() ? "" : ", ";
        text += holder.owner.empty() ? "nobody named" : escaped(holder.owner);
        text += " x" + std::to_string(holder.count) + ' ';
        text += toString(holder.mode);
    }
    return text.empty() ? "nobody" : text;
}

std::string waitersText(const Waiters &waiters)
{
    switch (waiters.knowledge) {
    case Waiters::Knowledge::Unknown: return "unknown";
    case Waiters::Knowledge::AtLeast: return ">=" + std::to_string(waiters.count);
    case Waiters::Knowledge::Exact: return std::to_string(waiters.count);
    }
    return {};
}

} // namespace

std::string_view toString(LockKind kind) { return wordOf(kinds, kind); }

std::string_view toString(Mode mode) { return wordOf(modes, mode); }

std::string_view toString(LockLevel level) { return wordOf(levels, level); }

std::string_view toString(LockState state) { return wordOf(states, state); }

std::string toString(const LockInfo &lock)
{
    std::string text = std::to_string(lock.id.db) + ':' + escaped(lock.id.key) + ' ' + lock.library + ' ';
    text += toString(lock.kind);
    text += " (" + lock.variant + ", confidence " + std::to_string(lock.confidence) + ") ";
    text += toString(lock.state);
    text += " by " + holdersText(lock.holders) + (lock.moreHolders > 0 ? ", " + std::to_string(lock.moreHolders) + " not listed" : "");
    text += "; deadline ";
    text += lock.deadline ? std::to_string(lock.deadline->time_since_epoch().count()) + " us" : "none";
    return text + "; waiters " + waitersText(lock.waiters) + "; renewals " + std::to_string(lock.renewals.count);
}

std::optional<Milliseconds> timeLeft(const std::optional<ServerTime> &deadline, ServerTime now)
{
    if (!deadline)
        return std::nullopt;
    return std::chrono::floor<Milliseconds>(*deadline - now);
}

std::optional<Milliseconds> timeLeft(const LockInfo &lock, ServerTime now) { return timeLeft(lock.deadline, now); }

bool hasLapsed(const LockInfo &lock, ServerTime now) { return lock.deadline && now >= *lock.deadline + Milliseconds(1); }

std::optional<Milliseconds> heldFor(const LockInfo &lock, ServerTime now)
{
    if (lock.kind == LockKind::Semaphore && lock.holderCount() == 0)
        return std::nullopt;
    return std::max(Milliseconds::zero(), std::chrono::floor<Milliseconds>(now - lock.heldSince));
}

bool needsAttention(const LockInfo &lock)
{
    switch (lock.state) {
    case LockState::Immortal:
    case LockState::Stale:
    case LockState::RenewalOverdue:
    case LockState::HeldTooLong: return true;
    default: return lock.noLeaseTooLong;
    }
}

// Compares microseconds, because timeLeft() rounds.
bool isExpiring(const LockInfo &lock, ServerTime now)
{
    if (!lock.deadline || *lock.deadline - now > expiringBelow)
        return false;
    return !lock.lease || *lock.deadline - now < *lock.lease / 4;
}

} // namespace lockcore
