// SPDX-License-Identifier: MIT
// Job locks of BullMQ (`<uuid4>:<n>`, a worker and its counter; version 1 `<uuid4>`) and Bull (`<uuid4>`, one per queue instance), under
// `<prefix>:<queue>:<jobId>:lock`, next to the job's hash. Reference, §3.3.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::bullmq_format {

namespace {

constexpr std::string_view keyTail = ":lock";

/// The names around `<prefix>:<queue>:<jobId>:lock`.
struct Names
{
    Bytes job;
    Bytes queue; ///< `<prefix>:<queue>`
};

std::optional<Names> namesOf(std::string_view key)
{
    if (!key.ends_with(keyTail))
        return std::nullopt;
    const auto job = key.substr(0, key.size() - keyTail.size());
    const auto repeated = job.find(":repeat:"); // ids of repeated jobs contain colons
    const auto end = repeated != job.npos ? repeated : job.rfind(':');
    if (end == job.npos || end + 1 >= job.size())
        return std::nullopt;
    const auto queue = job.substr(0, end);
    const auto colon = queue.find(':');
    if (colon == queue.npos || colon + 1 == queue.size())
        return std::nullopt;
    return Names{Bytes(job), Bytes(queue)};
}

const Value *jobHash(const KeySnapshot &look, const Names &names)
{
    const auto *job = grammar::companion(look, names.job);
    return job && job->type == ValueType::Hash ? job : nullptr;
}

const Value *ofQueue(const KeySnapshot &look, const Names &names, std::string_view tail, ValueType type)
{
    const auto *value = grammar::companion(look, names.queue + Bytes(tail));
    return value && value->type == type ? value : nullptr;
}

// A hash next to a lock may be the locked data. The queue of a job has settings, or a counter of its jobs.
bool isCertainlyJob(const KeySnapshot &look, const Names &names)
{
    const auto *job = jobHash(look, names);
    const auto *counter = ofQueue(look, names, ":id", ValueType::String);
    return job && (ofQueue(look, names, ":meta", ValueType::Hash) || (counter && grammar::isDigits(counter->text, 1, 19)));
}

// Hand-written locks under `…:lock` also contain a UUID and a number. Only a job's lock has the job's hash next to it, and the job is
// removed after its lock.
bool mayBeJobs(const KeySnapshot &look, const Names &names)
{
    return isCertainlyJob(look, names) || names.queue.starts_with("bull:") || !look.companions.contains(names.job);
}

void addCompanions(LockMatch &match, const KeySnapshot &look, const Names &names)
{
    if (jobHash(look, names))
        match.companions.push_back({names.job, "the job", {}, true});
    if (ofQueue(look, names, ":meta", ValueType::Hash))
        match.companions.push_back({names.queue + ":meta", "the queue's settings", {}, true});
    match.companions.push_back({names.queue + ":active", "jobs at work", {}, true});
    match.companions.push_back({names.queue + ":stalled", "jobs to be checked", {}, true});
}

LockMatch bullmqLock(const KeySnapshot &look, const grammar::UuidAndNumber &token)
{
    auto match = stringlock::match("bullmq", "job", 3, look);
    match.why = {"the name ends with :<job>:lock and the value is a worker's UUID with a counter"};
    match.holders.front().facts = {{"worker id", std::string(token.uuid)}, {"counter", std::string(token.number)}};
    return match;
}

// Queues of BullMQ have settings, queues of Bull have none.
LockMatch uuidLock(const KeySnapshot &look, const Names &names)
{
    const auto *meta = grammar::companion(look, names.queue + ":meta");
    const auto read = look.companions.find(names.queue + ":meta");
    const bool isBull = read != look.companions.end() && !meta;
    const bool isBullmq = ofQueue(look, names, ":meta", ValueType::Hash);
    auto match = stringlock::match(isBull ? "bull" : isBullmq ? "bullmq" : "unknown", "job", 3, look);
    match.why = {"the name ends with :<job>:lock and the value is the UUID of a queue's instance or of a worker"};
    if (isBullmq)
        match.why.emplace_back("the queue has the settings of BullMQ, which wrote such values in version 1");
    else if (!isBull)
        match.why.emplace_back("Bull and BullMQ 1 write the same, and the queue's settings do not tell which it is");
    match.ownerScope = OwnerScope::Constant;
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto text = stringlock::textOf(look);
    const auto names = namesOf(look.id.key);
    if (!text || !names || !look.deadline)
        return std::nullopt;
    const bool isJob = isCertainlyJob(look, *names);
    const auto token = grammar::uuidAndNumber(*text);
    std::optional<LockMatch> match;
    if (token && token->number.front() != '-' && mayBeJobs(look, *names)) {
        match = bullmqLock(look, *token);
    } else if (grammar::isUuid4(*text) && (isJob || names->queue.starts_with("bull:"))) {
        match = uuidLock(look, *names);
    } else {
        return std::nullopt;
    }
    match->kind = LockKind::JobLock;
    match->leased(Milliseconds(30'000));
    match->waiters = stringlock::nobodyWaits("nobody waits for the lock of a job: workers take other jobs");
    if (isJob) {
        // Other locks have a hash and a counter next to them, too.
        const bool certain = names->queue.starts_with("bull:") || ofQueue(look, *names, ":meta", ValueType::Hash);
        match->confidence = match->library == "unknown" || !certain ? 3 : 5;
        match->why.emplace_back("the job itself is next to it");
    }
    addCompanions(*match, look, *names);
    return match;
}

TypedNames companions(const KeySnapshot &look)
{
    const auto names = namesOf(look.id.key);
    if (look.value.type != ValueType::String || !names || look.value.length > 64)
        return {};
    return {{names->job, ValueType::Hash}, {names->queue + ":meta", ValueType::Hash}, {names->queue + ":id", ValueType::String}};
}

} // namespace

extern const Format format;
const Format format = {
    .library = "bullmq",
    .otherLibraries = {"bull", "unknown"},
    .variants = {"job"},
    .names = {"*:lock"},
    .types = {ValueType::String},
    .notes = {{"bullmq", "job locks of BullMQ (Node)", "`<prefix>:<queue>:<job>:lock`", "`<uuid>:<number>` or a uuid"},
              {"bull", "job locks of Bull (Node)", "`<prefix>:<queue>:<job>:lock`", "a uuid"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .releaseWarnings = {{ReleaseWarning::Kind::JobRunsTwice,
                         "a worker takes the job again after up to two stalled checks (30 s each); a living holder cannot complete it"}},
};

} // namespace lockcore::bullmq_format
