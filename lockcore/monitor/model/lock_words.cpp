// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lock_words.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace lockcore {

namespace {

// Whole words only: otherwise `block`, `please` and `semantic` would match. Compounds written as one word are listed one by
// one: a rule such as `*lock` would include clock, block, unlock, Pollock … Less clear ones are in firstParts.
constexpr std::array<std::string_view, 36> lockWords = {
    "lock",           "locks",         "lck",       "mutex",
    "mutexes",        "mtx",           "semaphore", "semaphores",
    "countdownlatch", "singletonlock", "redlock",   "rlock",
    "wlock",          "rwlock",        "rwlocks",   "qlock",
    "spinlock",       "fairlock",      "readlock",  "writelock",
    "multilock",      "dlock",         "distlock",  "distributedlock",
    "globallock",     "joblock",       "tasklock",  "cronlock",
    "shedlock",       "workerslock",   "lockfile",  "lockfiles",
    "lockkey",        "mylock",        "lockid",    "permitexpirablesemaphore",
};

// These also have other meanings: a lease of a flat, the leader of a team, a locker with a number, a locked account.
constexpr std::array<std::string_view, 12> ambiguousWords = {
    "locked", "locker", "locking", "lease", "leases", "sem", "latch", "latches", "leader", "leaders", "leadership", "singleton",
};

// What `lock_version`, `lockCount` and `lock:42:status` are about: something about a lock, and not a lock.
constexpr std::array<std::string_view, 38> properties = {
    "version",    "versions", "count",  "counts",   "counter", "status",   "state",   "timeout",  "timeouts", "ttl",
    "reason",     "duration", "time",   "date",     "by",      "at",       "until",   "since",    "level",    "type",
    "screen",     "icon",     "limit",  "attempts", "tries",   "failures", "enabled", "disabled", "expiry",   "expires",
    "expiration", "board",    "boards", "ratio",    "rate",    "hits",     "misses",  "price",
};

// These are about a lock only after its number (`lease:7:rent`); `lock_config` and `lock:rent` may be locks of these things.
constexpr std::array<std::string_view, 38> details = {
    "rent",    "tenant",   "tenants",  "cost",    "size",     "code",     "pin",     "config",  "settings",    "options",
    "history", "log",      "logs",     "stats",   "metrics",  "note",     "notes",   "comment", "comments",    "name",
    "title",   "label",    "kind",     "address", "location", "color",    "colour",  "battery", "description", "info",
    "meta",    "metadata", "contract", "terms",   "payment",  "payments", "deposit", "score",
};

// What comes before one of secondParts in a usual compound: `redislock`, `orderlocks`, `globalmutex`. With any other word it may be
// a surname (Pollock, Tullock), a product (`smartlock`, `screenlock`) or something else (`padlock`, `warlock`, `hashlock`).
constexpr std::array<std::string_view, 82> firstParts = {
    "account",   "advisory",  "api",     "app",      "balance",     "batch",       "booking",  "cache",       "checkout",  "cluster",
    "config",    "coupon",    "cron",    "customer", "db",          "deploy",      "dist",     "distributed", "document",  "entity",
    "event",     "exclusive", "export",  "file",     "get",         "global",      "import",   "index",       "init",      "instance",
    "inventory", "item",      "job",     "key",      "leader",      "login",       "master",   "message",     "migration", "mutex",
    "my",        "node",      "object",  "order",    "page",        "pay",         "payment",  "process",     "product",   "queue",
    "read",      "record",    "redis",   "refresh",  "request",     "reservation", "resource", "row",         "scheduler", "seat",
    "seckill",   "service",   "session", "shard",    "shared",      "spin",        "startup",  "stock",       "sync",      "system",
    "table",     "task",      "tenant",  "thread",   "transaction", "try",         "update",   "upload",      "user",      "wallet",
    "worker",    "write",
};

constexpr std::array<std::string_view, 6> secondParts = {"lock", "locks", "mutex", "mutexes", "semaphore", "semaphores"};

// What tokens that are no owners are for: in `lock:7:pin` or `session:7:locked` a token is not that of a lock.
constexpr std::array<std::string_view, 30> otherUses = {
    "captcha",     "code",       "codes",  "confirm", "confirmation", "csrf",   "etag",   "etags",        "hash",   "hashes",
    "idempotency", "invitation", "invite", "invites", "nonce",        "nonces", "otp",    "otps",         "pin",    "pins",
    "refresh",     "reset",      "resets", "session", "sessions",     "token",  "tokens", "verification", "verify", "xsrf",
};

constexpr std::size_t longestWord = 24;

enum class Letter : unsigned char { None, Lower, Upper };

constexpr auto letters = [] {
    std::array<Letter, 256> table{};
    for (unsigned c = 'a'; c <= 'z'; ++c)
        table[c] = Letter::Lower;
    for (unsigned c = 'A'; c <= 'Z'; ++c)
        table[c] = Letter::Upper;
    return table;
}();

// One bit per length, by first letter: nearly every word of an ordinary name fails here.
using Lengths = std::array<std::uint32_t, 26>;

template <std::size_t size>
constexpr Lengths lengthsOf(const std::array<std::string_view, size> &words)
{
    Lengths table{};
    for (const auto word : words)
        table[static_cast<std::size_t>(word.front() - 'a')] |= 1u << word.size();
    return table;
}

Letter letterAt(std::string_view name, std::size_t i)
{
    return i < name.size() ? letters[static_cast<unsigned char>(name[i])] : Letter::None;
}

template <const auto &words>
bool isOneOf(std::string_view letterRun)
{
    static constexpr auto lengths = lengthsOf(words);
    const auto first = static_cast<std::size_t>((letterRun.front() | 0x20) - 'a');
    if (letterRun.size() > longestWord || (lengths[first] >> letterRun.size() & 1) == 0)
        return false;
    for (const auto word : words) {
        if (equalsIgnoringCase(letterRun, word))
            return true;
    }
    return false;
}

// The end of the word that begins at `i`: `orderLock` is order + Lock, `HTTPLock` is HTTP + Lock, `REDLOCK` is one word.
std::size_t endOfWord(std::string_view name, std::size_t i)
{
    auto end = i + 1;
    if (letterAt(name, i) == Letter::Upper && letterAt(name, end) == Letter::Upper) {
        while (letterAt(name, end) == Letter::Upper)
            ++end;
        return letterAt(name, end) == Letter::Lower ? end - 1 : end;
    }
    while (letterAt(name, end) == Letter::Lower)
        ++end;
    return end;
}

bool isJoint(std::string_view name, std::size_t i) { return i < name.size() && (name[i] == '_' || name[i] == '-'); }

bool isPathSeparator(char c) { return c == ':' || c == '/' || c == '.'; }

// The part of the name that ends the word which begins at `i`, and only if a property ends there: `_version` of `lock_version:7`.
bool isFollowedByProperty(std::string_view name, std::size_t i)
{
    const auto begin = isJoint(name, i) ? i + 1 : i;
    if (letterAt(name, begin) == Letter::None)
        return false;
    const auto end = endOfWord(name, begin);
    return isOneOf<properties>(name.substr(begin, end - begin)) && letterAt(name, end) == Letter::None && !isJoint(name, end);
}

// `:42:rent` of `lease:42:rent`.
bool isFollowedByNumberAndDetail(std::string_view name, std::size_t i)
{
    if (i == name.size() || !isPathSeparator(name[i]))
        return false;
    const auto last = name.find_last_of(":/.");
    const auto number = last > i ? name.substr(i + 1, last - i - 1) : std::string_view();
    const auto detail = name.substr(last + 1);
    if (detail.empty() || number.find_first_of("0123456789") == number.npos || number.find_first_of(":/.") != number.npos)
        return false;
    const auto begin = detail.find_last_of("_-") + 1; // none: npos + 1 is 0
    const auto isWord = begin < detail.size() && letterAt(detail, begin) != Letter::None && endOfWord(detail, begin) == detail.size();
    return isWord && (isOneOf<details>(detail.substr(begin)) || isOneOf<properties>(detail.substr(begin)));
}

bool isCompound(std::string_view word)
{
    for (const auto second : secondParts) {
        if (word.size() <= second.size())
            continue;
        const auto first = word.substr(0, word.size() - second.size());
        if (equalsIgnoringCase(word.substr(first.size()), second) && isOneOf<firstParts>(first))
            return true;
    }
    return false;
}

LockWord meaningOf(std::string_view name, std::size_t begin, std::size_t end)
{
    const auto word = name.substr(begin, end - begin);
    const bool clear = isOneOf<lockWords>(word);
    if (!clear && !isOneOf<ambiguousWords>(word))
        return isCompound(word) ? LockWord::Possible : LockWord::None;
    if (isFollowedByProperty(name, end) || isFollowedByNumberAndDetail(name, end))
        return LockWord::Possible;
    // `account:7:locked` is a flag, `app:locked:7` a lock.
    if (end == name.size() && equalsIgnoringCase(word, "locked"))
        return LockWord::Possible;
    return clear ? LockWord::Clear : LockWord::Ambiguous;
}

std::size_t beginOfWord(std::string_view name, std::size_t i)
{
    while (i < name.size() && letterAt(name, i) == Letter::None)
        ++i;
    return i;
}

bool hasWord(std::string_view name, bool (*matches)(std::string_view word))
{
    std::size_t end = 0;
    for (auto begin = beginOfWord(name, 0); begin < name.size(); begin = beginOfWord(name, end)) {
        end = endOfWord(name, begin);
        if (matches(name.substr(begin, end - begin)))
            return true;
    }
    return false;
}

} // namespace

LockWord lockWordIn(std::string_view name)
{
    auto found = LockWord::None;
    std::size_t end = 0;
    for (auto begin = beginOfWord(name, 0); begin < name.size() && found != LockWord::Clear; begin = beginOfWord(name, end)) {
        end = endOfWord(name, begin);
        found = std::max(found, meaningOf(name, begin, end));
    }
    if (found == LockWord::Possible && hasWord(name, isOneOf<otherUses>) && !hasWord(name, isCompound))
        return LockWord::None;
    return found;
}

bool hasLockWord(std::string_view name) { return lockWordIn(name) >= LockWord::Ambiguous; }

} // namespace lockcore
