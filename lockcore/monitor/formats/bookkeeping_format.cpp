// SPDX-License-Identifier: MIT
// What lock libraries, rate limiters and queues keep under names with a word for a lock, and what is no lock itself. To free the first of these
// would break fencing: its tokens would begin again. Seen in their own output; gocraft/work and Harbor in their source.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <array>

namespace lockcore::bookkeeping_format {

namespace {

constexpr std::array<std::string_view, 4> heads = {
    "@simple-redis-mutex:fencing-tokens", // simple-redis-mutex: the last token of each lock
    "LIMITER/",                           // limits
    "LIMITS:",                            // limits, since 4
    "rack::attack:",
};

// Bottleneck's keys, between which is the id of a limiter.
constexpr std::string_view bottleneckHead = "b_";
constexpr std::array<std::string_view, 8> bottleneckTails = {
    "_settings",       "_job_weights",       "_job_expirations",        "_job_clients",
    "_client_running", "_client_num_queued", "_client_last_registered", "_client_last_seen",
};

// When a queue was last checked: Bull and BullMQ, bee-queue.
constexpr std::array<std::string_view, 2> checkTails = {":stalled-check", ":stallBlock"};

// GroupMQ's keys: of a queue of any name, only `:sched:lock`, `:cleanup:lock` and `:promoter:lock` are locks.
constexpr std::string_view groupHead = "groupmq:";
constexpr std::string_view groupLock = ":lock";

// nestjs-throttler-storage-redis: `{<key>:<throttler>}:hits`.
constexpr std::array<std::string_view, 2> throttlerTails = {"}:hits", "}:blocked"};

template <std::size_t size>
bool endsWithOneOf(std::string_view key, const std::array<std::string_view, size> &tails)
{
    return std::ranges::any_of(tails, [&](std::string_view tail) { return key.ends_with(tail); });
}

bool isNamed(std::string_view key)
{
    return std::ranges::any_of(heads, [&](std::string_view head) { return key.starts_with(head); }) || endsWithOneOf(key, checkTails)
           || (key.starts_with('{') && endsWithOneOf(key, throttlerTails))
           || (key.starts_with(bottleneckHead) && endsWithOneOf(key, bottleneckTails))
           || (key.starts_with(groupHead) && !key.ends_with(groupLock));
}

// gocraft/work counts the running jobs of a kind under `<namespace>:jobs:<kind>:lock`, and those of each pool of workers in a hash next to it.
constexpr std::string_view jobs = ":jobs:";
constexpr std::string_view lockTail = ":lock";
constexpr std::string_view infoTail = ":lock_info";

bool isJobCount(const Look &look)
{
    const std::string_view key = look.id.key;
    if (key.find(jobs) == key.npos)
        return false;
    const auto isCount = [](const auto &field) { return parseInteger(field.second).has_value(); };
    if (key.ends_with(infoTail))
        return look.value.type == ValueType::Hash && std::ranges::all_of(look.value.elements, isCount);
    return key.ends_with(lockTail) && parseInteger(look.value.text) && grammar::companion(look, Bytes(key) + "_info");
}

// `<prefix>:<queue>:id` counts the jobs of a queue of Bull, BullMQ or bee-queue, which has other keys, too.
constexpr std::string_view idTail = ":id";
constexpr std::string_view beeHead = "bq:"; // bee-queue's usual prefix
constexpr std::array<std::string_view, 5> besideId = {":meta", ":stalled-check", ":completed", ":wait", ":jobs"};

std::vector<Bytes> keysBesideId(std::string_view key)
{
    std::vector<Bytes> names;
    for (const auto tail : besideId)
        names.push_back(Bytes(key.substr(0, key.size() - idTail.size())) += tail);
    return names;
}

bool isJobId(const Look &look)
{
    if (!look.id.key.ends_with(idTail) || !parseInteger(look.value.text))
        return false;
    return look.id.key.starts_with(beeHead)
           || std::ranges::any_of(keysBesideId(look.id.key), [&](const Bytes &name) { return grammar::companion(look, name); });
}

TypedNames companions(const Look &look)
{
    const std::string_view key = look.id.key;
    if (look.value.type != ValueType::String || !hasLockWord(key))
        return {};
    TypedNames names;
    if (key.ends_with(idTail)) {
        for (auto &name : keysBesideId(key))
            names.emplace_back(std::move(name), ValueType::None);
    } else if (key.ends_with(lockTail) && key.find(jobs) != key.npos) {
        names.emplace_back(Bytes(key) + "_info", ValueType::Hash);
    }
    return names;
}

// mlanett's redis-lock: when the lock of this name lapses.
bool isDeadline(const Look &look)
{
    return look.id.key.starts_with("lock:expire:") && look.value.type == ValueType::String
           && grammar::plausibleTime(look.value.text, look.at);
}

// `{"value":…,"expires":…}`: an entry of Keyv's cache.
bool isCacheEntry(const Value &value)
{
    if (value.type != ValueType::String || !value.text.starts_with("{\"value\":"))
        return false;
    const auto members = value.whole() ? jsonMembers(value.text) : std::nullopt;
    return !members || std::ranges::any_of(*members, [](const auto &member) { return member.name == "expires"; });
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    if (!isNamed(look.id.key) && !isDeadline(look) && !isCacheEntry(look.value) && !isJobCount(look) && !isJobId(look))
        return std::nullopt;
    return grammar::bookkeeping("unknown");
}

} // namespace

extern const Format format;
const Format format = {
    .library = "unknown",
    .variants = {"bookkeeping"},
    // No names: nothing is sought
    .types = {ValueType::String, ValueType::Hash, ValueType::Zset},
    .classify = classify,
    .companions = companions,
};

} // namespace lockcore::bookkeeping_format
