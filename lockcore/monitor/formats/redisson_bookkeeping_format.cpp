// SPDX-License-Identifier: MIT
// What Redisson keeps beside its locks, and its rate limiter: known not to be locks, whatever their names or values look
// like. Reference, §2 and §7.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/redisson_common.h"

namespace lockcore {

namespace {

bool isBookkeepingName(std::string_view key)
{
    return key.starts_with(redisson::unlockLatchPrefix) || key.starts_with(redisson::tokenPrefix)
        || key.starts_with(redisson::queuePrefix) || key.starts_with(redisson::timeoutPrefix)
        || redisson::nameInReadTimeout(key);
}

// The zset that an RPermitExpirableSemaphore keeps; the semaphore itself is the integer beside it.
bool isPermitSet(const Look &look)
{
    if (look.value.type != ValueType::Zset || look.value.elements.empty() || !redisson::nameInPermitTimeout(look.id.key))
        return false;
    const auto &[permit, score] = look.value.elements.front();
    return (permit.size() == 16 || grammar::isHex(permit, 32))
        && (score == redisson::neverScore || grammar::timeFromMilliseconds(score));
}

bool isRateLimiter(const Value &value)
{
    return value.type == ValueType::Hash && value.find("rate") && value.find("interval") && value.find("type");
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const bool named = look.value.type != ValueType::Hash && isBookkeepingName(look.id.key);
    if (!named && !isPermitSet(look) && !isRateLimiter(look.value))
        return std::nullopt;
    Finding finding;
    finding.library = redisson::library;
    finding.variant = "bookkeeping";
    finding.confidence = 0;
    finding.ownerScope = OwnerScope::Nobody;
    return finding;
}

std::span<const Example> examples()
{
    Finding expected;
    expected.library = "redisson";
    expected.variant = "bookkeeping";
    expected.confidence = 0;
    expected.ownerScope = OwnerScope::Nobody;
    constexpr auto waiter = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
    static const std::vector<Example> all = {
        {"the mark of an unlock in progress",
         example::look("redisson_unlock_latch:{order:lock}:0123456789abcdef0123456789abcdef", example::string("1"),
                       Milliseconds(900)),
         {}, expected},
        {"a fencing token", example::look("redisson_lock_token:{ledger}", example::string("34")), {}, expected},
        {"a queue of waiters", example::look("redisson_lock_queue:{till}", example::list({waiter})), {}, expected},
        {"their deadlines", example::look("redisson_lock_timeout:{till}", example::zset({{waiter, "1795262400000"}})), {},
         expected},
        {"the lease of a read hold",
         example::look(std::string("{book}:") + waiter + ":rwlock_timeout:1", example::string("1"), Milliseconds(9'000)),
         {}, expected},
        {"permits given out", example::look("{lock}:timeout", example::zset({{"0123456789abcdef", "1795262400000"}})), {},
         expected},
        {"a rate limiter under a lock word",
         example::look("lock:rate", example::hash({{"rate", "5"}, {"interval", "60"}, {"type", "1"}})), {}, expected},
        {"a hash of that name may be a lock that someone called so",
         example::look("redisson_lock_token:x", example::hash({{waiter, "1"}})), {}, {}},
        {"someone's own sorted set", example::look("{game}:timeout", example::zset({{"anna", "12"}})), {}, {}},
    };
    return all;
}

} // namespace

extern const Format redissonBookkeepingFormat;
const Format redissonBookkeepingFormat = {
    .library = redisson::library,
    .names = {}, // those of the locks that it belongs to
    .types = {ValueType::String, ValueType::Hash, ValueType::Zset, ValueType::List},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 0,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
