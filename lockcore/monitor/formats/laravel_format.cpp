// SPDX-License-Identifier: MIT
// Laravel's Cache::lock: 16 random letters and digits under `<redis prefix><cache prefix><name>`, and the names that the
// framework itself uses. A connection's serialiser may wrap the value. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

#include <array>

namespace lockcore {

namespace {

constexpr std::string_view library = "laravel";

struct KnownName
{
    std::string_view infix;
    std::string_view variant;
    std::string_view why;
    LockKind kind = LockKind::Lock;
    std::size_t tail = 0; ///< length of the hash that must stand behind it; 0: anything
};

constexpr std::array<KnownName, 4> knownNames = {{
    {"laravel_unique_job:", "unique job", "the name is that of a unique job: it stays until the job has run",
     LockKind::JobLock},
    {"laravel-queue-overlap:", "no overlapping jobs", "the name is that of jobs that must not overlap"},
    {"framework/schedule-", "scheduled task", "the name is that of a scheduled task", LockKind::JobLock, 40},
    {"illuminate:cache:flexible:lock:", "cache refresh", "the name is that of the refreshing of a cache entry"},
}};

const KnownName *knownNameIn(std::string_view key)
{
    for (const auto &known : knownNames) {
        const auto at = key.find(known.infix);
        if (at == key.npos)
            continue;
        const auto tail = key.substr(at + known.infix.size());
        if (known.tail == 0 ? !tail.empty() : grammar::isHex(tail, known.tail))
            return &known;
    }
    return nullptr;
}

// A project's own name stands before it: shop_database_shop_cache_… is told by the framework's words alone.
bool hasLaravelPrefix(std::string_view key)
{
    return key.starts_with("laravel") || key.find("laravel-cache-") != key.npos || key.find("laravel_cache") != key.npos
        || (key.find("_database_") != key.npos && key.find("_cache") != key.npos)
        || (key.find("-database-") != key.npos && key.find("-cache-") != key.npos);
}

bool endsWithDigit(std::string_view key)
{
    return !key.empty() && key.back() >= '0' && key.back() <= '9';
}

// What the scheduler's cache entry holds where the store has no locks: `true`, serialised or not.
bool isMark(std::string_view text)
{
    return text == "1" || text == "i:1;" || text == "b:1;";
}

std::optional<Finding> underKnownName(const Look &look, std::string_view text, const KnownName &known)
{
    const bool mark = isMark(text);
    if (!mark && !grammar::isAlnum(text, 16))
        return std::nullopt;
    auto finding = stringlock::finding(library, known.variant, 4, look);
    finding.kind = known.kind;
    finding.why = {std::string(known.why)};
    finding.why.emplace_back(mark ? "the value says nothing about its owner"
                                  : "the value is 16 letters and digits, as this library draws its tokens");
    if (mark) {
        finding.holders.front() = Holder();
        finding.ownerScope = OwnerScope::Nobody;
    }
    if (known.kind == LockKind::JobLock)
        finding.waiters = stringlock::nobodyWaits("nobody waits for it: the job or the run is skipped");
    return finding;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const auto text = stringlock::textOf(look);
    if (!text)
        return std::nullopt;
    if (const auto *known = knownNameIn(key))
        return underKnownName(look, *text, *known);
    if (!hasLaravelPrefix(key))
        return std::nullopt;
    if (grammar::isAlnum(*text, 20) && endsWithDigit(key) && look.deadline) {
        auto finding = stringlock::finding(library, "concurrency limiter, one slot", 3, look);
        finding.kind = LockKind::Semaphore;
        finding.why = {
            "the name is one of Laravel's and ends with a slot's number, and the value is 20 letters and digits"};
        finding.leaseRule = LeaseRule::Always;
        return finding;
    }
    if (!grammar::isAlnum(*text, 16) || !stringlock::hasBothCases(*text))
        return std::nullopt;
    auto finding = stringlock::finding(library, "Cache::lock", 3, look);
    finding.why = {"the name is one of Laravel's and the value is 16 letters and digits, as this library draws its tokens"};
    return finding;
}

constexpr auto token = "q7Rk1vUe0FJxA9Zp";
constexpr auto sha1 = "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12";

Finding expectedLock(const Bytes &owner)
{
    Finding finding;
    finding.library = "laravel";
    finding.variant = "Cache::lock";
    finding.confidence = 3;
    finding.why = {"the name is one of Laravel's and the value is 16 letters and digits, as this library draws its tokens"};
    finding.holders = {{owner, 1, Mode::Exclusive, {}, {}}};
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

Finding expectedKnown(const KnownName &known, const Bytes &owner)
{
    auto finding = expectedLock(owner);
    finding.kind = known.kind;
    finding.variant = known.variant;
    finding.confidence = 4;
    finding.why = {std::string(known.why), "the value is 16 letters and digits, as this library draws its tokens"};
    if (known.kind == LockKind::JobLock)
        finding.waiters = stringlock::nobodyWaits("nobody waits for it: the job or the run is skipped");
    return finding;
}

Example markExample()
{
    auto expected = expectedKnown(knownNames[2], "");
    expected.why.back() = "the value says nothing about its owner";
    expected.ownerScope = OwnerScope::Nobody;
    return {"a scheduled task of an older version",
            example::look("laravel_cache:framework/schedule-" + std::string(sha1), example::string("i:1;"),
                          Milliseconds(9'000)),
            {},
            expected};
}

Example limiterExample()
{
    auto expected = expectedLock("q7Rk1vUe0FJxA9ZpYw3b");
    expected.kind = LockKind::Semaphore;
    expected.variant = "concurrency limiter, one slot";
    expected.leaseRule = LeaseRule::Always;
    expected.why = {"the name is one of Laravel's and ends with a slot's number, and the value is 20 letters and digits"};
    return {"a slot of a limiter",
            example::look("laravel_database_api2", example::string("q7Rk1vUe0FJxA9ZpYw3b"), Milliseconds(9'000)),
            {},
            expected};
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    static const std::vector<Example> all = {
        {"today's prefixes",
         example::look("laravel-database-laravel-cache-report", example::string(token), ttl),
         {},
         expectedLock(token)},
        {"a project's own prefixes",
         example::look("shop_database_shop_cache_:report", example::string(token)),
         {},
         expectedLock(token)},
        {"a unique job",
         example::look("shop:laravel_unique_job:App\\Jobs\\Mail:7", example::string(token)),
         {},
         expectedKnown(knownNames[0], token)},
        {"jobs that must not overlap",
         example::look("laravel-queue-overlap:mail", example::string(token), ttl),
         {},
         expectedKnown(knownNames[1], token)},
        markExample(),
        limiterExample(),
        {"a cache entry",
         example::look("laravel_database_laravel_cache_:user", example::string("s:5:\"alice\";"), ttl),
         {},
         {}},
        {"another framework", example::look("report-lock", example::string(token), ttl), {}, {}},
        {"a scheduled task without its hash", example::look("framework/schedule-x", example::string(token), ttl), {}, {}},
        {"a word of 16 letters", example::look("laravel_cache:word", example::string("responsibilities"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format laravelFormat;
const Format laravelFormat = {
    .library = library,
    .names = {"*laravel_unique_job:*", "*laravel-queue-overlap:*", "*framework/schedule-*",
              "*illuminate:cache:flexible:lock:*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 8,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
