// SPDX-License-Identifier: MIT
// Laravel's Cache::lock: 16 random letters and digits under `<redis prefix><cache prefix><name>`, and the names that the
// framework itself uses. A connection's serialiser may wrap the value. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <array>

namespace lockcore::laravel_format {

namespace {

constexpr std::string_view library = "laravel";

struct KnownName
{
    std::string_view infix;
    std::string_view variant;
    std::string_view why;
    LockKind kind = LockKind::Lock;
    std::size_t tail = 0; ///< length of the hash that must follow; 0: anything
};

constexpr std::array<KnownName, 4> knownNames = {{
    {"laravel_unique_job:", "unique job", "the name is that of a unique job: it stays until the job has run", LockKind::JobLock},
    {"laravel-queue-overlap:", "no overlapping jobs", "the name is that of jobs that must not overlap"},
    {"framework/schedule-", "scheduled task", "the name is that of a scheduled task", LockKind::JobLock, 40},
    {"illuminate:cache:flexible:lock:", "cache refresh", "the name is that of the refresh of a cache entry"},
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

// The project's own name comes first (shop_database_shop_cache_…), so only the framework's words after it are compared.
bool hasLaravelPrefix(std::string_view key)
{
    return key.starts_with("laravel") || key.find("laravel-cache-") != key.npos || key.find("laravel_cache") != key.npos
           || (key.find("_database_") != key.npos && key.find("_cache") != key.npos)
           || (key.find("-database-") != key.npos && key.find("-cache-") != key.npos);
}

bool endsWithDigit(std::string_view key) { return !key.empty() && key.back() >= '0' && key.back() <= '9'; }

// The scheduler's cache entry if the store has no locks: `true`, serialised or not.
bool isMark(std::string_view text) { return text == "1" || text == "i:1;" || text == "b:1;"; }

std::optional<LockMatch> underKnownName(const KeySnapshot &look, std::string_view text, const KnownName &known)
{
    const bool mark = isMark(text);
    if (!mark && !grammar::isAlnum(text, 16))
        return std::nullopt;
    auto match = stringlock::match(library, known.variant, 4, look);
    match.kind = known.kind;
    match.ownerScope = OwnerScope::Object;
    match.why = {std::string(known.why)};
    match.why.emplace_back(mark ? "the value says nothing about its owner"
                                : "the value is 16 letters and digits, as this library generates its tokens");
    if (mark) {
        match.holders.front() = Holder();
        match.ownerScope = OwnerScope::Nobody;
    }
    if (known.kind == LockKind::JobLock)
        match.waiters = stringlock::nobodyWaits("nobody waits for it: the job or the run is skipped");
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
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
        auto match = stringlock::match(library, "concurrency limiter, one slot", 3, look);
        match.kind = LockKind::Semaphore;
        match.ownerScope = OwnerScope::Acquisition;
        match.why = {"the name is one of Laravel's and ends with a slot's number, and the value is 20 letters and digits"};
        match.leased();
        return match;
    }
    // Locks are written raw even by a store that serialises its entries, so a serialised text is an entry.
    if (look.wrapped || !grammar::isAlnum(*text, 16) || !stringlock::hasBothCases(*text))
        return std::nullopt;
    auto match = stringlock::match(library, "Cache::lock", 3, look);
    match.ownerScope = OwnerScope::Object;
    match.why = {"the name is one of Laravel's and the value is 16 letters and digits, as this library generates its tokens"};
    return match;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Cache::lock", "unique job", "no overlapping jobs", "scheduled task", "cache refresh", "concurrency limiter, one slot"},
    .names = {"*laravel_unique_job:*", "*laravel-queue-overlap:*", "*framework/schedule-*", "*illuminate:cache:flexible:lock:*"},
    .types = {ValueType::String},
    .notes = {{"laravel", "Laravel's Cache::lock and concurrency limiter (PHP)", "names with a prefix or a word of the framework",
               "16 letters and digits, a mark, or 20 letters and digits"}},
    .rank = 8,
    .classify = classify,
};

} // namespace lockcore::laravel_format
