// SPDX-License-Identifier: MIT
// What lock libraries, rate limiters and queues keep under names with a word for a lock, and what is no lock itself. To free the first of these
// would break fencing: its tokens would begin again. Seen in their own output; gocraft/work and Harbor in their source.
#include "lockcore/base/ascii.h"
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

// Bull and BullMQ, bee-queue: when a queue was last checked. Bull: that it is paused.
constexpr std::array<std::string_view, 3> queueTails = {":stalled-check", ":stallBlock", ":meta-paused"};

// Resque and node-resque: what each worker does and since when, and how much it has done. A worker's name ends with those of its queues.
constexpr std::array<std::string_view, 2> resqueParts = {"resque:worker:", "resque:stat:"};

// nohm: the version, the generator of ids and the unique values of a model, which may be named Lock. Agenda: the indexes of its jobs. Without a TTL.
constexpr std::array<std::string_view, 4> indexParts = {":meta:version:", ":meta:idGenerator:", ":uniques:", "agenda:jobs:"};

// GroupMQ's keys: of a queue of any name, only `:sched:lock`, `:cleanup:lock` and `:promoter:lock` are locks.
constexpr std::string_view groupHead = "groupmq:";
constexpr std::string_view groupLock = ":lock";

// RQ's registries, asynq's and Dramatiq's queues: sets of jobs and times, whatever the queue's name is.
constexpr std::array<std::string_view, 8> registryHeads = {
    "rq:wip:", "rq:finished:", "rq:failed:", "rq:deferred:", "rq:scheduled:", "rq:canceled:", "asynq:{", "dramatiq:",
};

// nestjs-throttler-storage-redis: `{<key>:<throttler>}:hits`.
constexpr std::array<std::string_view, 2> throttlerTails = {"}:hits", "}:blocked"};

template <std::size_t size>
bool endsWithOneOf(std::string_view key, const std::array<std::string_view, size> &tails)
{
    return std::ranges::any_of(tails, [&](std::string_view tail) { return key.ends_with(tail); });
}

template <std::size_t size>
bool holdsOneOf(std::string_view key, const std::array<std::string_view, size> &parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return key.find(part) != key.npos; });
}

bool isNamed(std::string_view key)
{
    return std::ranges::any_of(heads, [&](std::string_view head) { return key.starts_with(head); }) || endsWithOneOf(key, queueTails)
           || holdsOneOf(key, resqueParts) || (key.starts_with('{') && endsWithOneOf(key, throttlerTails))
           || (key.starts_with(bottleneckHead) && endsWithOneOf(key, bottleneckTails))
           || (key.starts_with(groupHead) && !key.ends_with(groupLock));
}

bool isRegistry(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    return look.value.type != ValueType::String
           && std::ranges::any_of(registryHeads, [&](std::string_view head) { return key.starts_with(head); });
}

// gocraft/work counts the running jobs of a kind under `<namespace>:jobs:<kind>:lock`, and those of each pool of workers in a hash next to it.
constexpr std::string_view jobs = ":jobs:";
constexpr std::string_view lockTail = ":lock";
constexpr std::string_view infoTail = ":lock_info";

bool isJobCount(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    if (key.find(jobs) == key.npos)
        return false;
    const auto isCount = [](const auto &field) { return parseInteger(field.second).has_value(); };
    if (key.ends_with(infoTail))
        return look.value.type == ValueType::Hash && std::ranges::all_of(look.value.elements, isCount);
    return key.ends_with(lockTail) && parseInteger(look.value.text) && grammar::companion(look, Bytes(key) + "_info");
}

// `<prefix>:<queue>:id` counts the jobs of a queue of Bull, BullMQ or bee-queue, `:pc` those with a priority, and `:limiter` those that ran of late. `:de:<id>` is the job that
// another one with this id would repeat. Such a queue has other keys, too.
constexpr std::array<std::string_view, 3> countTails = {":id", ":limiter", ":pc"};
constexpr std::string_view onceInfix = ":de:";
constexpr std::array<std::string_view, 2> usualPrefixes = {"bq:", "bull:"};
constexpr std::array<std::string_view, 5> besideId = {":meta", ":stalled-check", ":completed", ":wait", ":jobs"};

/// `<prefix>:<queue>` of what a queue counts; empty: the key is none of these.
std::string_view countingQueueOf(std::string_view key)
{
    for (const auto tail : countTails) {
        if (key.ends_with(tail))
            return key.substr(0, key.size() - tail.size());
    }
    return {};
}

/// The same of a job that must not be repeated.
std::string_view onceOnlyQueueOf(std::string_view key) { return key.substr(0, std::min(key.find(onceInfix), key.size())); }

std::vector<Bytes> keysBeside(std::string_view queue)
{
    std::vector<Bytes> names;
    for (const auto tail : besideId)
        names.push_back(Bytes(queue) += tail);
    return names;
}

bool hasQueue(const KeySnapshot &look, std::string_view queue)
{
    return std::ranges::any_of(keysBeside(queue), [&](const Bytes &name) { return grammar::companion(look, name); });
}

bool isOfQueue(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    if (const auto queue = countingQueueOf(key); !queue.empty() && parseInteger(look.value.text)) {
        const bool usual = std::ranges::any_of(usualPrefixes, [&](std::string_view prefix) { return queue.starts_with(prefix); });
        return usual || hasQueue(look, queue);
    }
    const auto queue = onceOnlyQueueOf(key);
    return queue.size() < key.size() && hasQueue(look, queue);
}

TypedNames companions(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    if (look.value.type != ValueType::String || !hasLockWord(key))
        return {};
    auto queue = countingQueueOf(key);
    if (queue.empty() && onceOnlyQueueOf(key).size() < key.size())
        queue = onceOnlyQueueOf(key);
    TypedNames names;
    if (!queue.empty()) {
        for (auto &name : keysBeside(queue))
            names.emplace_back(std::move(name), ValueType::None);
    } else if (key.ends_with(lockTail) && key.find(jobs) != key.npos) {
        names.emplace_back(Bytes(key) + "_info", ValueType::Hash);
    }
    return names;
}

// arq: what a queue has done so far, and that its worker lives.
bool isHealthCheck(const KeySnapshot &look)
{
    return look.id.key.ends_with(":health-check") && look.value.type == ValueType::String
           && look.value.text.find(" j_complete=") != look.value.text.npos;
}

// mlanett's redis-lock: when the lock of this name lapses.
bool isDeadline(const KeySnapshot &look)
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

// A word for a lock before it says that it is a lock of unique values.
bool isIndex(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    return !look.deadline && std::ranges::any_of(indexParts, [&](std::string_view part) {
        const auto at = key.find(part);
        return at != key.npos && !hasLockWord(key.substr(0, at));
    });
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    if (!isIndex(look) && !isNamed(look.id.key) && !isRegistry(look) && !isDeadline(look) && !isCacheEntry(look.value) && !isJobCount(look)
        && !isOfQueue(look) && !isHealthCheck(look))
        return std::nullopt;
    return grammar::bookkeeping("unknown");
}

} // namespace

extern const Format format;
const Format format = {
    .library = "unknown",
    .variants = {"bookkeeping"},
    // No names: nothing is sought
    .types = {ValueType::String, ValueType::Hash, ValueType::Zset, ValueType::Set},
    .classify = classify,
    .companions = companions,
};

} // namespace lockcore::bookkeeping_format
