// SPDX-License-Identifier: MIT
// Libraries and programs whose keys have names of their own. Reference, §4, and their own output; celery-once before 2.0 and LibreChat: their source.
#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/row_formats.h"
#include "lockcore/monitor/model/lock_word_list.h"

namespace lockcore {

namespace {

using namespace std::chrono_literals;
using stringlock::nobodyWaits;

constexpr auto failOver = "its holder is the leader: releasing it is a fail-over";

bool renewsByItself(const KeySnapshot &, const RecognitionContext &surroundings, LockMatch &)
{
    return surroundings.renewalSeen && !surroundings.fingerprints.contains("pottery");
}

bool holdsSeveral(const KeySnapshot &, const RecognitionContext &surroundings, LockMatch &) { return surroundings.ownerRepeats; }

// Without a uuid, only the host stays the same when the lock is extended, and when the task ends before lockAtLeastFor.
bool completeShedLock(const KeySnapshot &look, const RecognitionContext &, LockMatch &match)
{
    if (look.id.key.starts_with("job-lock:"))
        match.why.emplace_back("the name begins with job-lock:");
    const std::span<const OwnerFact> facts = match.holders.front().facts;
    if (facts.back().label == "host")
        match.rewriter = facts.back().text;
    return true;
}

bool addSession(const KeySnapshot &look, const RecognitionContext &, LockMatch &match)
{
    constexpr std::string_view tail = "_LOCK";
    match.companions = {{look.id.key.substr(0, look.id.key.size() - tail.size()), "the session", {}, true}};
    return true;
}

/// `tf:021d87bd-c47c-4a80-a29d-503a70e22994.last_modified`, for the claim of such a job; empty: it is no such claim.
Bytes lastModifiedOf(std::string_view claim)
{
    constexpr std::string_view tail = ".owned";
    constexpr std::size_t uuidLength = 36;
    const auto job = claim.ends_with(tail) ? claim.substr(0, claim.size() - tail.size()) : std::string_view();
    const bool named = job.size() > uuidLength && job[job.size() - uuidLength - 1] == ':';
    return named && grammar::isUuid4(job.substr(job.size() - uuidLength)) ? Bytes(job) += ".last_modified" : Bytes();
}

bool isClaim(const KeySnapshot &look, const RecognitionContext &, LockMatch &)
{
    return !look.value.text.empty() && !equalsOneIgnoringCase(look.value.text, lockwords::marks)
           && grammar::companion(look, lastModifiedOf(look.id.key));
}

TypedNames besideClaim(const KeySnapshot &look)
{
    auto name = lastModifiedOf(look.id.key);
    return name.empty() ? TypedNames() : TypedNames{{std::move(name), ValueType::String}};
}

Waiters byCaching()
{
    Waiters waiters;
    waiters.why = "waiters are notified by client-side caching: Redis does not say who waits";
    return waiters;
}

ReleaseRecipe releaseFixedName(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.match.variant == "leader")
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another process takes over"}};
    else if (what.match.kind == LockKind::JobLock)
        recipe.warnings = {{ReleaseWarning::Kind::JobRunsTwice, {}}};
    return recipe;
}

FormatRow headRow(std::string library, std::string note, std::string head)
{
    FormatRow row;
    row.format = "fixed_head";
    row.library = std::move(library);
    row.note = std::move(note);
    row.why = {"the name begins with " + head + ", as this library writes it"};
    row.keys = {std::move(head) + "*"};
    row.rest = "{name}";
    row.owner = RowOwner::Unknown; // some take a text from the caller, or the id of a job
    row.lease = LeaseRule::CallersChoice;
    row.rank = 9;
    return row;
}

} // namespace

std::vector<FormatRow> nameRows()
{
    auto medusaOfNobody = headRow("medusa", {}, "medusa_lock:");
    medusaOfNobody.values = {"*"};
    medusaOfNobody.owner = RowOwner::Anonymous;
    auto activeJob = headRow("activejob-uniqueness", "activejob-uniqueness (Ruby)", "activejob_uniqueness:");
    activeJob.kind = LockKind::JobLock;
    return {
        {.library = "celery-once", // since 2.0 the value is a token of redis-py
         .format = "fixed_name",
         .variant = "before 2.0",
         .note = "celery-once before 2.0 (Python); later ones are `redis-py`",
         .keys = {"qo_*.*"}, // the task's module has a dot
         .values = {"{token:deadline}"},
         .why = {"the name begins with qo_, and the value is the second at which the TTL ends: a mark against queueing a task twice"},
         .kind = LockKind::Anonymous,
         .owner = RowOwner::Anonymous,
         .usualLease = 1h,
         .waiters = nobodyWaits("its callers do not wait"),
         .rank = 9,
         .names = {"*.owned", "redis-smq-*", "qo_*", "*LeadingServerUUID"},
         .companions = besideClaim,
         .release = releaseFixedName},
        {.library = "redis-smq", // the digits are the version of its keys; 11 is the kind
         .format = "fixed_name",
         .variant = "workers",
         .note = "the lock for a queue's workers in redis-smq (Node)",
         .keys = {"redis-smq-*"},
         .rest = "{major:number}.{minor:number}:{namespace}:11:{queue}",
         .values = {"{token:uuid4}"},
         .mostTtl = 1min,
         .why = {"the name is that of the lock for a queue's workers in redis-smq, and the value is a random UUID"},
         .owner = RowOwner::Object,
         .usualLease = 1min},
        {.library = "librechat",
         .format = "fixed_name",
         .variant = "leader",
         .note = "LibreChat's leader (Node)",
         .keys = {"LeadingServerUUID", "*:LeadingServerUUID"},
         .values = {"{token:uuid4}"},
         .mostTtl = 2min,
         .why = {"the name is LeadingServerUUID, and the value is a random UUID: its holder is the leader"},
         .owner = RowOwner::Process,
         .usualLease = 25s},
        {.library = "taskflow",
         .format = "fixed_name",
         .variant = "job claim",
         .note = "claims of OpenStack's TaskFlow (Python)",
         .keys = {"*.owned"},
         .why = {"the name is that of a job of TaskFlow with .owned, and the value is who has claimed it",
                 "beside it is when the job was last modified"},
         .kind = LockKind::JobLock,
         .owner = RowOwner::Process,
         .lease = LeaseRule::CallersChoice,
         .waiters = nobodyWaits("other conductors take another job"),
         .complete = isClaim},
        {.library = "celery-singleton",
         .variant = "unique task",
         .note = "celery-singleton (Python)",
         .keys = {"*SINGLETONLOCK_*"},
         .rest = "{md5:hex32}",
         .values = {"{task:uuid4}"},
         .why = {"the name ends with SINGLETONLOCK_<md5> and the value is the id of a task",
                 "a mark against queueing a task twice: it stays until the task has run"},
         .kind = LockKind::JobLock,
         .owner = RowOwner::Unknown,
         .lease = LeaseRule::NeverByDesign,
         .waiters = nobodyWaits("its callers do not wait"),
         .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "celery-singleton releases without checking the owner"},
                             {ReleaseWarning::Kind::JobRunsTwice, "the task can be queued again while it is at work"}}},
        medusaOfNobody,
        headRow("medusa", "medusa (Node)", "medusa_lock:"),
        headRow("php-malkusch-lock", "malkusch/lock (PHP)", "php-malkusch-lock:"),
        headRow("redis-promise-lock", "redis-promise-lock (Node)", "redis-promise-lock:"),
        headRow("simple-redis-mutex", "simple-redis-mutex (Node)", "@simple-redis-mutex:lock-"),
        headRow("chat-sdk", "chat-sdk (Node)", "chat-sdk:lock:"),
        activeJob,
        {.library = "gitlab",
         .variant = "throttle",
         .keys = {"gitlab:exclusive_lease:*:throttle:*"},
         .values = {"{token:uuid4}"},
         .why = {"the name begins with gitlab:exclusive_lease: and the value is a random UUID",
                 "the name says that it is a throttle: it is held to its end on purpose"},
         .owner = RowOwner::Object,
         .names = {"gitlab:exclusive_lease:*"},
         .releaseWarnings = {{ReleaseWarning::Kind::Throttle, "a lease of GitLab may be kept to its end on purpose"}}},
        {.library = "gitlab",
         .variant = "exclusive lease",
         .note = "GitLab's ExclusiveLease, also used as a throttle",
         .keys = {"gitlab:exclusive_lease:*"},
         .values = {"{token:uuid4}"},
         .why = {"the name begins with gitlab:exclusive_lease: and the value is a random UUID",
                 "leases serve as throttles too: nobody may be at work"},
         .owner = RowOwner::Object},
        {.library = "hangfire",
         .variant = "distributed lock",
         .note = "Hangfire.Redis.StackExchange (.NET)",
         .keys = {"{hangfire}:*"},
         .word = RowWord::Needed,
         .values = {"{token:uuid4}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the name begins with {hangfire}: and says that it is a lock, and the value is a random UUID",
                 "if its holder is at work, that job will be set to failed when the lock is gone"},
         .owner = RowOwner::Process,
         .usualLease = 30s,
         .releaseWarnings = {{ReleaseWarning::Kind::JobRunsTwice, "the running job of its holder is set to Failed"}}},
        {.library = "lock4j",
         .variant = "RedisTemplate",
         .note = "lock4j (Java)",
         .keys = {"lock4j:*"},
         .values = {"{token:uuid4-hex}"},
         .why = {"the name begins with lock4j: and the value is a random UUID without dashes"},
         .usualLease = 30s,
         .broadcast = {"lock4j:"}},
        {.library = "nextcloud", // the value is JSON, with its quotes
         .variant = "exclusive",
         .note = "file locks of Nextcloud (PHP): who holds one is not recorded",
         .keys = {"*/lockfiles/*"},
         .rest = "{md5:hex32}",
         .values = {"\"exclusive\""},
         .confidence = 5,
         .why = {"the name is /lockfiles/<md5> and the value says that one request has the file"},
         .kind = LockKind::RwLock,
         .mode = Mode::Write,
         .owner = RowOwner::Anonymous,
         .usualLease = 1h,
         .waiters = nobodyWaits("nobody waits for it: the request fails"),
         .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "Nextcloud releases a shared lock without checking the owner"}}},
        {.library = "nextcloud",
         .variant = "shared",
         .keys = {"*/lockfiles/*"},
         .rest = "{md5:hex32}",
         .values = {"{count}"},
         .confidence = 5,
         .why = {"the name is /lockfiles/<md5> and the value counts the requests that share the file"},
         .kind = LockKind::RwLock,
         .mode = Mode::Read,
         .owner = RowOwner::Unknown, // a member does not show its owner, but members come and go
         .usualLease = 1h,
         .waiters = nobodyWaits("nobody waits for it: the request fails")},
        {.library = "phpredis", // the prefix of sessions can be changed, but then the name could belong to any lock
         .variant = "session",
         .note = "session locks of phpredis, under names that begin with `PHPREDIS_SESSION`",
         .keys = {"PHPREDIS_SESSION*_LOCK"},
         .values = {"{host}|{pid}"},
         .why = {"the name begins with PHPREDIS_SESSION, ends with _LOCK, and the value is <host>|<pid>: so phpredis locks a session"},
         .owner = RowOwner::Process,
         .lease = LeaseRule::CallersChoice,
         .complete = addSession,
         .scripts = {"b70c2384248f88e6b75b9f89241a180f856ad852"}},
        {.library = "pottery", // RedLock.net writes the same: only the scripts on the server distinguish them
         .variant = "Redlock",
         .note = "pottery's Redlock (Python)",
         .keys = {"redlock:*"},
         .values = {"{token:uuid4}"},
         .needsTtl = true,
         .needsScripts = true,
         .confidence = 3,
         .why = {"the name begins with redlock: and the value is a random UUID"},
         .usualLease = 10s,
         .scripts = {"a4aada0b36710970eedaaaeec4a6b7d8c78c4f80", "ba015a80261b616e7a62d35df0b8e3edbe6c9414"},
         .releaseWarnings = {{ReleaseWarning::Kind::OneOfSeveralServers, ""}}},
        {.library = "safe-redis-leader", // a SHA-1, with a blank in some versions
         .format = "redis_leader",
         .variant = "leader",
         .note = "safe-redis-leader and its copy ts-safe-redis-leader (Node)",
         .keys = {"leader:*", "leader: *"},
         .rest = "{sha1:hex40}",
         .values = {"leader:{token:hex40}", "leader: {token:hex40}"},
         .needsTtl = true,
         .why = {"name and value are leader: and a SHA-1, as safe-redis-leader writes them", failOver},
         .owner = RowOwner::Unknown,
         .lease = LeaseRule::CallersChoice,
         .rank = 9,
         .names = {"leader:*"},
         .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another process takes over"}}},
        {.library = "redis-leader",
         .variant = "leader",
         .note = "redis-leader and cron-cluster (Node)",
         .keys = {"leader:*", "leader: *"},
         .rest = "{sha1:hex40}",
         .needsTtl = true,
         .why = {"the name is leader: and a SHA-1, as redis-leader and cron-cluster write it", failOver},
         .owner = RowOwner::Unknown,
         .lease = LeaseRule::CallersChoice},
        {.library = "redlock-net", // both generate a token for each acquisition, but anyone may use such a name
         .variant = "RedLock",
         .note = "RedLock.net, if a renewal was seen: pottery writes the same",
         .keys = {"redlock:*"},
         .values = {"{token:uuid4}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the name begins with redlock: and the value is a random UUID",
                 "its lease was renewed, which pottery does not do by itself"},
         .owner = RowOwner::Unknown,
         .complete = renewsByItself,
         .rank = 9,
         .broadcast = {"redlock:"},
         .releaseWarnings = {{ReleaseWarning::Kind::Resurrects,
                              "RedLock.net writes the key again when its renewal, at half the lease, finds it missing"},
                             {ReleaseWarning::Kind::OneOfSeveralServers, ""}}},
        {.library = std::string(unknownLibrary),
         .format = "redlock_net",
         .variant = "Redlock token",
         .keys = {"redlock:*"},
         .values = {"{token:uuid4}"},
         .needsTtl = true,
         .confidence = 3,
         .why = {"the name begins with redlock: and the value is a random UUID", "RedLock.net and pottery both write this"},
         .owner = RowOwner::Unknown},
        {.library = "node-resque",
         .variant = "leader",
         .note = "the leader of node-resque since version 7",
         .keys = {"*resque_scheduler_leader_lock"},
         .values = {"{host}:{scheduler:number}"},
         .why = {"the name is that of the scheduler's leader lock and the value is <host>:<number>", failOver},
         .owner = RowOwner::Process,
         .usualLease = 3min,
         .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}}},
        {.library = std::string(unknownLibrary),
         .format = "node_resque",
         .variant = "Resque master",
         .keys = {"*resque_scheduler_master_lock"},
         .values = {"{host}:{pid}"},
         .why = {"the name is that of the scheduler's master lock and the value is <host>:<pid>: resque-scheduler and node-resque 5 and "
                 "6 both write this",
                 failOver},
         .owner = RowOwner::Process,
         .usualLease = 3min},
        {.library = "rq",
         .format = "rq_maintenance",
         .variant = "maintenance",
         .note = "RQ's maintenance (Python)",
         .keys = {"rq:clean_registries:*"},
         .values = {"1"},
         .why = {"the name begins with rq:clean_registries: and the value is 1: a worker has cleaned up, and no other does until it ends"},
         .owner = RowOwner::Anonymous,
         .usualLease = 899s,
         .waiters = nobodyWaits("those that do not get it continue without it")},
        {.library = "rq", // up to 1.13
         .format = "rq_scheduler",
         .variant = "scheduler",
         .note = "RQ's scheduler (Python)",
         .keys = {"rq:scheduler-lock:*"},
         .values = {"{pid}"},
         .why = {"the name begins with rq:scheduler-lock: and the value is a process", failOver},
         .owner = RowOwner::Process,
         .releaseWarnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}}},
        {.library = "rq",
         .format = "rq_scheduler",
         .variant = "scheduler",
         .keys = {"rq:scheduler-lock:*"},
         .values = {"{token:uuid4-hex}"},
         .why = {"the name begins with rq:scheduler-lock: and the value is a scheduler's name", failOver},
         .owner = RowOwner::Process},
        {.library = "rueidislock", // one key for each part of its majority
         .variant = "part of a majority",
         .note = "rueidislock (Go): each key is part of a majority",
         .keys = {"rueidislock:*"},
         .rest = "{part:number}:{name}",
         .values = {"{token:bytes24}"},
         .why = {"the name is rueidislock:<part>:<name> and the value has 24 bytes", "one lock spans several of these keys"},
         .usualLease = 5s,
         .waiters = byCaching(),
         .scripts = {"9eb62214c9af87ae5f9a9f12bb4520281c0d2ae1", "3875d208d9e377969d2022550302cc83ad17b584"},
         .broadcast = {"rueidislock:"},
         .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of rueidislock is a majority of keys rueidislock:<i>:<name>"}}},
        {.library = "sentry", // one token for each process, so several keys often contain the same token
         .note = "Sentry (Python), if one process holds several",
         .keys = {"l:*"},
         .rest = "{name}",
         .values = {"{token:uuid4-hex}"},
         .needsTtl = true,
         .confidence = 2,
         .why = {"the name begins with l: and the value is a random UUID without dashes, as Sentry writes it"},
         .owner = RowOwner::Process,
         .lease = LeaseRule::CallersChoice,
         .complete = holdsSeveral,
         .rank = 2},
        {.library = std::string(unknownLibrary),
         .format = "sentry",
         .keys = {"l:*"},
         .rest = "{name}",
         .values = {"{token:uuid4-hex}"},
         .needsTtl = true,
         .confidence = 2,
         .why = {"the name begins with l: and the value is a random UUID without dashes, as Sentry writes it"},
         .owner = RowOwner::Unknown,
         .lease = LeaseRule::CallersChoice},
        {.library = "shedlock", // the uuid since about 6.7
         .variant = "scheduled task",
         .note = "ShedLock (Java)",
         .values = {"ADDED:{started at:iso-time}@{host:text}:{uuid:uuid4}", "ADDED:{started at:iso-time}@{host:text}"},
         .confidence = 5,
         .why = {"the value is ADDED:<time>@<host>, which only ShedLock writes",
                 "the key stays until lockAtLeastFor is over: the task may have ended already"},
         .kind = LockKind::JobLock,
         .waiters = nobodyWaits("runs are skipped while it is held, so there are no waiters"),
         .complete = completeShedLock,
         .names = {"job-lock:*"},
         .broadcast = {"job-lock:"},
         .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "by default ShedLock releases without checking the owner"},
                             {ReleaseWarning::Kind::JobMayHaveEnded, "the key stays until lockAtLeastFor is over"}}},
    };
}

} // namespace lockcore
