// SPDX-License-Identifier: MIT
// Job locks of BullMQ (`<uuid4>:<n>`, a worker and its counter) and Bull (`<uuid4>`, one per queue instance), under
// `<prefix>:<queue>:<jobId>:lock` beside the job's hash. Reference, §3.3.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore {

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
    const auto repeated = job.find(":repeat:"); // ids of repeated jobs hold colons
    const auto end = repeated != job.npos ? repeated : job.rfind(':');
    if (end == job.npos || end + 1 >= job.size())
        return std::nullopt;
    const auto queue = job.substr(0, end);
    const auto colon = queue.find(':');
    if (colon == queue.npos || colon + 1 == queue.size())
        return std::nullopt;
    return Names{Bytes(job), Bytes(queue)};
}

const Value *jobHash(const Look &look, const Names &names)
{
    const auto *job = grammar::companion(look, names.job);
    return job && job->type == ValueType::Hash ? job : nullptr;
}

// Hand-made locks hold a UUID and a number under `…:lock` too. Only a job's lock has the job beside it, which goes later.
bool mayBeJobs(const Look &look, const Names &names)
{
    return jobHash(look, names) || names.queue.starts_with("bull:") || !look.companions.contains(names.job);
}

void addJobFacts(std::vector<OwnerFact> &facts, const Value &job)
{
    if (const auto *worker = job.find("pb"))
        facts.push_back({"worker", escaped(*worker)});
    if (const auto *name = job.find("name"))
        facts.push_back({"job", escaped(*name)});
    const auto *started = job.find("processedOn");
    const auto time = started ? grammar::timeFromMilliseconds(*started) : std::nullopt;
    if (time)
        facts.push_back({"started at", grammar::isoTime(*time)});
}

void addCompanions(Finding &finding, const Look &look, const Names &names)
{
    if (const auto *job = jobHash(look, names))
        finding.companions.push_back({names.job, "the job", std::to_string(job->length) + " fields", true});
    const auto *meta = grammar::companion(look, names.queue + ":meta");
    const auto *version = meta && meta->type == ValueType::Hash ? meta->find("version") : nullptr;
    if (version) {
        finding.companions.push_back({names.queue + ":meta", "the queue's settings", escaped(*version), true});
        finding.why.push_back("the queue says that it is of " + escaped(*version));
    }
    finding.companions.push_back({names.queue + ":active", "jobs at work", {}, true});
    finding.companions.push_back({names.queue + ":stalled", "jobs to be checked", {}, true});
}

Finding bullmqLock(const Look &look, const grammar::UuidAndNumber &token)
{
    auto finding = stringlock::finding("bullmq", "job", 3, look);
    finding.why = {"the name ends with :<job>:lock and the value is a worker's UUID with a counter"};
    finding.holders.front().facts = {{"worker id", std::string(token.uuid)}, {"counter", std::string(token.number)}};
    return finding;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto names = namesOf(look.id.key);
    if (!text || !names || !look.deadline)
        return std::nullopt;
    const auto *job = jobHash(look, *names);
    const auto token = grammar::uuidAndNumber(*text);
    std::optional<Finding> finding;
    if (token && token->number.front() != '-' && mayBeJobs(look, *names)) {
        finding = bullmqLock(look, *token);
    } else if (grammar::isUuid4(*text) && (job || names->queue.starts_with("bull:"))) {
        finding = stringlock::finding("bull", "job", 3, look);
        finding->why = {"the name ends with :<job>:lock and the value is the UUID of a queue's instance"};
        finding->ownerScope = OwnerScope::Constant;
    } else {
        return std::nullopt;
    }
    finding->kind = LockKind::JobLock;
    finding->leaseRule = LeaseRule::Always;
    finding->usualLease = Milliseconds(30'000);
    finding->waiters = stringlock::nobodyWaits("nobody waits for the lock of a job: workers take other jobs");
    if (job) {
        finding->confidence = 5;
        finding->why.emplace_back("the job itself stands beside it");
        addJobFacts(finding->holders.front().facts, *job);
    }
    addCompanions(*finding, look, *names);
    return finding;
}

std::vector<Bytes> companions(const Look &look)
{
    const auto names = namesOf(look.id.key);
    if (look.value.type != ValueType::String || !names || look.value.length > 64)
        return {};
    return {names->job, names->queue + ":meta"};
}

// What BullMQ and Bull wrote
constexpr auto worker = "cff0496f-5b03-48fd-ac0c-98a89613da14:0";
constexpr auto instance = "60e6cc99-7b9d-4f40-ab5b-ac39f3b76ab9";

Finding expectedLock(const char *library, const char *owner, const char *why, const Bytes &queue)
{
    Finding finding;
    finding.library = library;
    finding.kind = LockKind::JobLock;
    finding.variant = "job";
    finding.confidence = 3;
    finding.why = {why};
    finding.holders = {{owner, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(30'000);
    finding.waiters.knowledge = Waiters::Knowledge::Exact;
    finding.waiters.why = "nobody waits for the lock of a job: workers take other jobs";
    finding.companions = {{queue + ":active", "jobs at work", {}, true},
                          {queue + ":stalled", "jobs to be checked", {}, true}};
    return finding;
}

Finding expectedBullmq(const Bytes &queue)
{
    auto finding = expectedLock("bullmq", worker,
                                "the name ends with :<job>:lock and the value is a worker's UUID with a counter", queue);
    finding.holders.front().facts = {{"worker id", "cff0496f-5b03-48fd-ac0c-98a89613da14"}, {"counter", "0"}};
    return finding;
}

Finding expectedBull()
{
    auto finding = expectedLock(
        "bull", instance, "the name ends with :<job>:lock and the value is the UUID of a queue's instance", "bull:video");
    finding.ownerScope = OwnerScope::Constant;
    return finding;
}

Example bullmqExample()
{
    auto expected = expectedBullmq("bull:mail");
    expected.confidence = 5;
    expected.why.insert(expected.why.end(),
                        {"the job itself stands beside it", "the queue says that it is of bullmq:6.7.0"});
    auto &facts = expected.holders.front().facts;
    facts.insert(facts.end(), {{"worker", "w1"}, {"job", "send"}, {"started at", "2026-11-21T03:03:26.704Z"}});
    expected.companions.insert(expected.companions.begin(),
                               {{"bull:mail:1", "the job", "9 fields", true},
                                {"bull:mail:meta", "the queue's settings", "bullmq:6.7.0", true}});
    auto look = example::look("bull:mail:1:lock", example::string(worker), Milliseconds(27'962));
    look = example::with(look, "bull:mail:1",
                         example::hash({{"name", "send"}, {"data", R"({"to":"a"})"}, {"opts", R"({"attempts":0})"},
                                        {"timestamp", "1795230206694"}, {"delay", "0"}, {"priority", "0"},
                                        {"processedOn", "1795230206704"}, {"pb", "w1"}, {"ats", "1"}}));
    look =
        example::with(look, "bull:mail:meta", example::hash({{"opts.maxLenEvents", "10000"}, {"version", "bullmq:6.7.0"}}));
    return {"BullMQ 6.7.0", look, {}, expected, true};
}

Example bullExample()
{
    auto expected = expectedBull();
    expected.confidence = 5;
    expected.why.emplace_back("the job itself stands beside it");
    expected.holders.front().facts = {{"job", "__default__"}, {"started at", "2026-11-21T03:03:27.065Z"}};
    expected.companions.insert(expected.companions.begin(), {"bull:video:1", "the job", "7 fields", true});
    auto look = example::look("bull:video:1:lock", example::string(instance), Milliseconds(28'323));
    look = example::with(look, "bull:video:1",
                         example::hash({{"name", "__default__"}, {"data", R"({"n":1})"},
                                        {"opts", R"({"attempts":1,"delay":0,"timestamp":1795230206783})"},
                                        {"timestamp", "1795230206783"}, {"delay", "0"}, {"priority", "0"},
                                        {"processedOn", "1795230207065"}}));
    return {"Bull 4", example::with(look, "bull:video:meta", Value()), {}, expected, true};
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(28'000);
    static const std::vector<Example> all = {
        bullmqExample(),
        bullExample(),
        {"BullMQ, the job not read",
         example::look("shop:mail:7:lock", example::string(worker), ttl),
         {},
         expectedBullmq("shop:mail")},
        {"a repeated job's id holds colons",
         example::look("shop:mail:repeat:9e107d9d:1795262397861:lock", example::string(worker), ttl),
         {},
         expectedBullmq("shop:mail")},
        {"Bull, the job not read", example::look("bull:video:7:lock", example::string(instance), ttl), {}, expectedBull()},
        {"a uuid under any :lock is nobody's in particular",
         example::look("shop:order:42:lock", example::string(instance), ttl),
         {},
         {}},
        {"no job beside it",
         example::with(example::look("shop:order:42:lock", example::string(worker), ttl), "shop:order:42", Value()),
         {},
         {}},
        {"no TTL: the library always sets one", example::look("bull:mail:1:lock", example::string(worker)), {}, {}},
        {"no queue in the name", example::look("mail:lock", example::string(worker), ttl), {}, {}},
        {"a thread of Redisson can be negative",
         example::look("bull:mail:1:lock", example::string("cff0496f-5b03-48fd-ac0c-98a89613da14:-3"), ttl),
         {},
         {}},
        {"another value", example::look("bull:mail:1:lock", example::string("1"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format bullmqFormat;
const Format bullmqFormat = {
    .library = "bullmq",
    .names = {"*:lock"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::JobRunsTwice, "a worker takes the job again after up to two stalled checks (30 s each); a holder that lives cannot complete it"}},
};

} // namespace lockcore
