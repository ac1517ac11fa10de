// SPDX-License-Identifier: MIT
// Locks whose value is a time. Clients take them with SETNX and, once that time has passed, with GETSET. Reference, §5.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::timestamp_format {

namespace {

constexpr std::string_view library = "unknown";

/// Libraries recognised by how name, value and TTL match.
struct Family
{
    std::string_view library;
    std::string_view variant;
    int confidence;
    std::string_view why;
    LeaseRule rule;
    std::optional<Milliseconds> usualLease;
};

constexpr Family redisMutex = {
    "redis-mutex", "RedisMutex", 4, "the name begins with RedisMutex: and the value has fractions of a second", LeaseRule::NeverByDesign,
    std::nullopt};
constexpr Family npmRedisLock = {
    "redis-lock",      "redis-lock",       4, "the name begins with lock. and the value is the exact time at which the TTL ends",
    LeaseRule::Always, Milliseconds(5'000)};
constexpr Family discourse = {
    "discourse",       "DistributedMutex",  3, "the name begins with default: and the TTL ends one second after the second in the value",
    LeaseRule::Always, Milliseconds(60'000)};
constexpr Family nodeResque = {
    "node-resque",     "worker lock",          4, "the name holds workerslock: and the value is the time at which it ends",
    LeaseRule::Always, Milliseconds(3'600'000)};
constexpr Family rqScheduler = {"rq-scheduler",    "scheduler", 4, "the name is that of rq-scheduler's lock: its holder is the leader",
                                LeaseRule::Always, std::nullopt};
constexpr Family setnx = {"unknown", "SETNX and GETSET", 2, "the name says that it is a lock", LeaseRule::NeverByDesign, std::nullopt};
constexpr Family withTtl = {"unknown", "timestamp", 2, "the name says that it is a lock", LeaseRule::CallersChoice, std::nullopt};

bool isWithin(Microseconds difference, Milliseconds most) { return difference <= most && difference >= -most; }

// Discourse puts its site before each key: `default:`, unless it serves several.
bool mayBeDiscourse(std::string_view key, std::string_view text) { return key.starts_with("default:") && text.size() == 10; }

// Its script asks the server for the time, cuts it to seconds, and sets the key for one second more than the value says. Whoever writes the
// end of a lease by hand gets a TTL that ends within this second, or with it.
constexpr Milliseconds leastAfter(1'000);
constexpr Milliseconds mostAfter(2'000);

bool isDiscourse(const KeySnapshot &look, std::string_view text, ServerTime time)
{
    constexpr Milliseconds readLater(2); // TIME and the command that sets the key are not the same moment
    return look.deadline && mayBeDiscourse(look.id.key, text) && *look.deadline - time >= leastAfter - readLater
           && *look.deadline - time <= mostAfter + readLater;
}

std::optional<ServerTime> deadlineIn(const KeySnapshot &look)
{
    const auto text = stringlock::textOf(look);
    const auto time = text && mayBeDiscourse(look.id.key, *text) ? grammar::plausibleTime(*text, look.at) : std::nullopt;
    return time && *time + mostAfter > look.at ? std::optional(*time + leastAfter) : std::nullopt;
}

const Family &familyOf(const KeySnapshot &look, std::string_view text, ServerTime time)
{
    const std::string_view key = look.id.key;
    if (key.find("workerslock:") != key.npos)
        return nodeResque;
    if (key.ends_with("rq:scheduler_lock"))
        return rqScheduler;
    const bool fraction = text.find('.') != text.npos;
    if (!look.deadline)
        return fraction && key.find("RedisMutex:") != key.npos ? redisMutex : setnx;
    const auto after = *look.deadline - time;
    // The client's clock may differ from the server's, but rarely by more than this.
    if (key.starts_with("lock.") && text.size() == 13 && isWithin(after, Milliseconds(1'000)))
        return npmRedisLock;
    return isDiscourse(look, text, time) ? discourse : withTtl;
}

// The TTL ends a lock, not the value, unless the library says that they are the same.
bool lapsesByValue(const KeySnapshot &look, const Family &family)
{
    return !look.deadline || family.library == npmRedisLock.library || family.library == discourse.library;
}

// Of a hand-made lock without a TTL, the value alone does not tell. None: it may be either.
std::optional<Scores> meaningOf(const KeySnapshot &look, const Family &family, ServerTime time, std::optional<Scores> seen)
{
    constexpr Milliseconds clocksDiffer(250);
    if (&family != &setnx || time > look.at + (seen ? 4 : 1) * clocksDiffer)
        return Scores::Deadlines;
    return seen;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &around)
{
    const auto text = stringlock::textOf(look);
    const auto time = text ? grammar::plausibleTime(*text, look.at) : std::nullopt;
    if (!time || (!hasLockWord(look.id.key) && !isDiscourse(look, *text, *time)))
        return std::nullopt;
    const auto &family = familyOf(look, *text, *time);
    if (!look.deadline && *time <= look.at && &family == &setnx && lockWordIn(look.id.key) == LockWord::Weak)
        return std::nullopt; // when a leader was elected
    auto match = stringlock::match(family.library, family.variant, family.confidence, look);
    match.ownerScope = OwnerScope::Nobody; // two clients may take it within the same second, and whoever has it may write another time
    match.kind = LockKind::Timestamp;
    match.leaseRule = family.rule;
    match.usualLease = family.usualLease;
    if (!look.deadline)
        match.scores = meaningOf(look, family, *time, around.scores);
    const bool cameWithIt = &family == &setnx && match.scores == Scores::Times;
    const bool lapses = lapsesByValue(look, family) && !cameWithIt;
    const bool taken = !lapses && (*time <= look.at || cameWithIt);
    if (cameWithIt)
        match.leaseRule = LeaseRule::CallersChoice;
    if (lapses)
        match.lapses = *time;
    match.why = {cameWithIt ? "the value is the time at which it was taken, as was seen then"
                 : taken    ? "the value is a time within a year of now that has passed, and a TTL runs: it is the time of acquisition"
                 : lapses && match.scores ? "the value is a time within a year of now: the one at which the lock lapses"
                 : lapses
                     ? "the value is a time within a year of now: the one at which the lock lapses, unless it is the time of acquisition"
                     : "the value is a time within a year of now, and a TTL runs",
                 std::string(family.why)};
    match.holders.front().facts.push_back({taken ? "taken at" : *time > look.at ? "lapses at" : "lapsed at", isoTime(*time)});
    return match;
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    const auto time = grammar::plausibleTime(what.look.value.text, what.look.at);
    recipe.showsRetake =
        time && time->time_since_epoch() % std::chrono::days(1) != Microseconds(0); // by another time, but not by another day
    if (what.match.library == npmRedisLock.library)
        recipe.warnings = {
            {ReleaseWarning::Kind::DeletesNextOwners, "until its time is up redis-lock releases without checking the owner"}};
    else if (what.match.library == rqScheduler.library)
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {redisMutex.library, npmRedisLock.library, discourse.library, nodeResque.library, rqScheduler.library},
    .variants = {setnx.variant, withTtl.variant, redisMutex.variant, npmRedisLock.variant, discourse.variant, nodeResque.variant,
                 rqScheduler.variant},
    .names = {"lock.*", "*RedisMutex:*", "*workerslock:*", "rq:scheduler_lock"},
    .types = {ValueType::String},
    .broadcast = {"lock."},
    .notes = {{"redis-lock", "redis-lock (npm)", "`lock.*`", "the time at which the lock lapses"},
              {"redis-mutex", "redis-mutex (Ruby), without a TTL", "`*RedisMutex:*`", "the time at which the lock lapses"},
              {"discourse", "Discourse's DistributedMutex (Ruby)", "`default:*`", "a second; the TTL ends one later"},
              {"node-resque", "the worker locks of node-resque", "`*workerslock:*`", "the time at which the lock lapses"},
              {"rq-scheduler", "the lock of rq-scheduler (Python)", "`rq:scheduler_lock`", "the time at which it was taken"}},
    .rank = 1,
    .classify = classify,
    .deadlineIn = deadlineIn,
    .release = release,
};

} // namespace lockcore::timestamp_format
