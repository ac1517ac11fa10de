// SPDX-License-Identifier: MIT
// RSemaphore (an integer, claimed only with a second sign) and RPermitExpirableSemaphore (an integer with a zset of
// permits). Reference, §2 and §7.
#include "lockcore/monitor/formats/redisson_common.h"

#include <algorithm>

namespace lockcore::redisson_semaphore_format {

namespace {

constexpr std::size_t permitBytes = 16;     // raw, since 3.17.0
constexpr std::size_t permitHexDigits = 32; // before

bool isPermitCount(const Value &value) { return value.type == ValueType::String && value.whole() && grammar::isDigits(value.text, 1, 10); }

bool isPermit(const std::pair<Bytes, Bytes> &member)
{
    const auto &[id, score] = member;
    return (id.size() == permitBytes || grammar::isHex(id, permitHexDigits))
           && (score == redisson::neverScore || grammar::timeFromMilliseconds(score));
}

bool arePermits(const Value *permits)
{
    return permits && permits->type == ValueType::Zset && !permits->elements.empty()
           && std::all_of(permits->elements.begin(), permits->elements.end(), isPermit);
}

Holder permitHolder(const std::pair<Bytes, Bytes> &member)
{
    Holder holder;
    holder.owner = member.first;
    holder.deadline = member.second == redisson::neverScore ? std::nullopt : grammar::timeFromMilliseconds(member.second);
    holder.facts = {{"permit", member.first.size() == permitBytes ? toHex(member.first) : member.first}};
    return holder;
}

LockMatch expirableSemaphore(const KeySnapshot &look, const Value &permits)
{
    auto match = redisson::counterFinding(LockKind::Semaphore, "RPermitExpirableSemaphore", 5);
    match.ownerScope = OwnerScope::Acquisition;
    match.why = {"an integer of free permits, and next to it a sorted set of 16-byte permits with their deadlines"};
    std::int64_t lapsed = 0;
    for (const auto &member : permits.elements) {
        auto holder = permitHolder(member);
        if (holder.deadline && *holder.deadline <= look.at)
            ++lapsed; // removed only by the next call: it exists, but does not count
        else
            match.holders.push_back(std::move(holder));
    }
    if (lapsed > 0)
        match.why.push_back(std::to_string(lapsed) + " of its permits have lapsed, though they are still there");
    match.moreHolders = permits.length - static_cast<std::int64_t>(permits.elements.size());
    match.companions = {{redisson::permitTimeoutKey(look.id.key), "permits given out",
                         std::to_string(permits.length) + (permits.length == 1 ? " entry" : " entries"), true}};
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    if (!isPermitCount(look.value))
        return std::nullopt;
    const auto channel = redisson::semaphoreChannel(look.id.key);
    const bool heard = surroundings.channels.contains(channel);
    std::optional<LockMatch> match;
    if (const auto *permits = grammar::companion(look, redisson::permitTimeoutKey(look.id.key)); arePermits(permits)) {
        match = expirableSemaphore(look, *permits);
    } else if (heard) {
        match = redisson::counterFinding(LockKind::Semaphore, "RSemaphore", 4);
        match->why = {"an integer, and someone is subscribed to the channel of a Redisson semaphore of this name",
                      "a semaphore does not record who holds its permits"};
    } else {
        return std::nullopt; // an integer alone may be anything
    }
    match->why.push_back(look.value.text + " permits are free");
    match->waitChannels = {channel};
    match->waiters = redisson::countedByChannel();
    redisson::explainName(*match, look.id.key);
    return match;
}

TypedNames companions(const KeySnapshot &look)
{
    return isPermitCount(look.value) ? TypedNames{{redisson::permitTimeoutKey(look.id.key), ValueType::Zset}} : TypedNames();
}

std::vector<Bytes> channels(std::string_view key) { return {redisson::semaphoreChannel(key)}; }

std::optional<Bytes> lockOf(std::string_view text)
{
    if (auto name = redisson::nameBehind(redisson::semaphoreChannelPrefix, text))
        return name;
    // Only after a tag: `{a}b:timeout` may be the name of a lock.
    return text.ends_with("}:timeout") ? redisson::nameInPermitTimeout(text) : std::nullopt;
}

std::optional<Announcement> announced(std::string_view channel, std::string_view payload)
{
    const auto name = redisson::nameBehind(redisson::semaphoreChannelPrefix, channel);
    if (!name || !grammar::isDigits(payload, 1, 10))
        return std::nullopt;
    return Announcement{*name};
}

// Read before the first change: a failure after a change must be reported.
constexpr auto readCount = "local free = tonumber(redis.call('GETRANGE', KEYS[1], 0, 19))";

// The message carries the current count: a waiter frees as many threads as it can serve (§2).
ReleaseStep tellCount(const KeySnapshot &look, std::int64_t back)
{
    const auto count = std::to_string(parseInteger(look.value.text).value_or(0) + back);
    return redisson::tell(recipe::channel(redisson::semaphoreChannel(look.id.key)), recipe::text(count, "free + " + std::to_string(back)));
}

ReleaseStep giveBack(const KeySnapshot &look, std::int64_t permits)
{
    return recipe::step("INCRBY", {recipe::key(look.id.key), recipe::text(std::to_string(permits))});
}

// Deleting the key would make the semaphore undefined, so the permits are returned instead.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.prepare = readCount;
    if (what.freed.empty()) {
        recipe.instead = {giveBack(what.look, what.permits)};
        recipe.wakeUps = {tellCount(what.look, what.permits)};
        return recipe;
    }
    recipe.heldIn = redisson::permitTimeoutKey(what.look.id.key);
    for (const auto &holder : what.freed)
        recipe.elements.push_back({holder.owner, Difference::Lease});
    ReleaseGuard counter;
    counter.words = recipe::command("TYPE", {recipe::key(what.look.id.key)});
    counter.answer = "string";
    counter.difference = Difference::Type;
    recipe.guards = {std::move(counter)};
    const auto permits = static_cast<std::int64_t>(what.freed.size());
    recipe.after = {giveBack(what.look, permits)};
    recipe.wakeUps = {tellCount(what.look, permits)};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .variants = {"RSemaphore", "RPermitExpirableSemaphore"},
    .names = {"*}:timeout"},
    .types = {ValueType::String},
    .announcements = {"redisson_sc:*"},
    .notes = {{"redisson", "Redisson's semaphores", "any name, while its channel has subscribers, or with `{<key>}:timeout`", "a number"}},
    .rank = 20,
    .classify = classify,
    .companions = companions,
    .channels = channels,
    .lockOf = lockOf,
    .announced = announced,
    .release = release,
};

} // namespace lockcore::redisson_semaphore_format
