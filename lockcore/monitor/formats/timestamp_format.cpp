// SPDX-License-Identifier: MIT
// Locks whose value is a time, taken by SETNX and, once that has passed, by GETSET. Reference, §5.
#include "monitor/classifier.h"
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "unknown";

/// Libraries told by how name, value and TTL go together.
struct Family
{
    std::string_view library;
    std::string_view variant;
    int confidence;
    std::string_view why;
    LeaseRule rule;
    std::optional<Milliseconds> usualLease;
};

constexpr Family redisMutex = {"redis-mutex",
                               "RedisMutex",
                               4,
                               "the name begins with RedisMutex: and the value has fractions of a second",
                               LeaseRule::NeverByDesign,
                               std::nullopt};
constexpr Family npmRedisLock = {"redis-lock",
                                 "redis-lock",
                                 4,
                                 "the name begins with lock. and the value is the very time at which the TTL ends",
                                 LeaseRule::Always,
                                 Milliseconds(5'000)};
constexpr Family discourse = {"discourse", "DistributedMutex", 3, "the TTL ends one second after the time in the value",
                              LeaseRule::Always, Milliseconds(60'000)};
constexpr Family setnx = {"unknown",   "SETNX and GETSET", 2, "the name says that it is a lock", LeaseRule::NeverByDesign,
                          std::nullopt};
constexpr Family withTtl = {"unknown",   "timestamp", 2, "the name says that it is a lock", LeaseRule::CallersChoice,
                            std::nullopt};

bool isWithin(Microseconds difference, Milliseconds most)
{
    return difference <= most && difference >= -most;
}

const Family &familyOf(const Look &look, std::string_view text, ServerTime time)
{
    const std::string_view key = look.id.key;
    const bool fraction = text.find('.') != text.npos;
    if (!look.deadline)
        return fraction && key.find("RedisMutex:") != key.npos ? redisMutex : setnx;
    const auto after = *look.deadline - time;
    // The client's clock need not be the server's, but they are rarely further apart than this.
    if (key.starts_with("lock.") && text.size() == 13 && isWithin(after, Milliseconds(1'000)))
        return npmRedisLock;
    if (text.size() == 10 && isWithin(after - Milliseconds(1'500), Milliseconds(1'000)))
        return discourse;
    return withTtl;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const auto time = text ? grammar::plausibleTime(*text, look.at) : std::nullopt;
    if (!time || !hasLockWord(look.id.key))
        return std::nullopt;
    const auto &family = familyOf(look, *text, *time);
    auto finding = stringlock::finding(family.library, family.variant, family.confidence, look);
    finding.kind = LockKind::Timestamp;
    finding.leaseRule = family.rule;
    finding.usualLease = family.usualLease;
    finding.lapses = *time;
    finding.why = {
        "the value is a time within a year of now: the one at which the lock lapses, if it is not that of its taking",
        std::string(family.why)};
    finding.holders.front().facts.push_back({*time > look.at ? "lapses at" : "lapsed at", grammar::isoTime(*time)});
    return finding;
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.finding.library == npmRedisLock.library)
        recipe.warnings = {{ReleaseWarning::Kind::DeletesNextOwners,
                            "until its time is up redis-lock releases without looking whose the lock is"}};
    return recipe;
}

Example row(std::string_view what, const Bytes &key, const char *value, std::optional<Milliseconds> ttl,
            const Family &family, ServerTime lapses, const char *label, bool real = false)
{
    Finding expected;
    expected.library = family.library;
    expected.kind = LockKind::Timestamp;
    expected.variant = family.variant;
    expected.confidence = family.confidence;
    expected.why = {
        "the value is a time within a year of now: the one at which the lock lapses, if it is not that of its taking",
        std::string(family.why)};
    expected.holders = {{value, 1, Mode::Exclusive, {}, {{label, grammar::isoTime(lapses)}}}};
    expected.leaseRule = family.rule;
    expected.usualLease = family.usualLease;
    expected.lapses = lapses;
    expected.waiters = stringlock::clientsPoll();
    return {what, example::look(key, example::string(value), ttl), {}, expected, real};
}

std::span<const Example> examples()
{
    using std::chrono::seconds;
    const auto now = example::now;
    static const std::vector<Example> all = {
        row("the old SETNX page", "lock.foo", "1795262405", {}, setnx, now + seconds(5), "lapses at"),
        row("in milliseconds, and it has lapsed", "order_lock", "1795262395000", {}, setnx, now - seconds(5), "lapsed at"),
        row("with a TTL of its own", "order_lock", "1795262405", Milliseconds(60'000), withTtl, now + seconds(5),
            "lapses at"),
        row("redis-mutex", "RedisMutex:report", "1795262405.25", {}, redisMutex, now + Milliseconds(5'250), "lapses at"),
        // The TTL was read 62 ms after the lock was taken for 20 s; the value is moved to the examples' moment.
        row("redis-lock 1, npm", "lock.report", "1795262419938", Milliseconds(19'938), npmRedisLock,
            now + Milliseconds(19'938), "lapses at", true),
        row("Discourse", "default:mutex:report", "1795262460", Milliseconds(61'400), discourse, now + seconds(60),
            "lapses at"),
        {"a time under a name that says nothing", example::look("last-run", example::string("1795262405")), {}, {}},
        {"a time of 2001", example::look("order_lock", example::string("1000000000")), {}, {}},
        {"a thread id of ten digits", example::look("order_lock", example::string("4026531840")), {}, {}},
        {"too many digits", example::look("order_lock", example::string("17952624050")), {}, {}},
        {"no digits", example::look("order_lock", example::string("1795262405x")), {}, {}},
    };
    return all;
}

} // namespace

extern const Format timestampFormat;
const Format timestampFormat = {
    .library = library,
    .names = {"lock.*", "*RedisMutex:*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {"lock."},
    .scripts = {},
    .rank = 1,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .release = release,
};

} // namespace lockcore
