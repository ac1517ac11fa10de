// SPDX-License-Identifier: MIT
// Keys that Redisson writes in addition to its locks, and its rate limiter: known not to be locks, whatever their names or values look
// like. Reference, §2 and §7.
#include "lockcore/monitor/formats/redisson_common.h"

namespace lockcore::redisson_bookkeeping_format {

namespace {

bool isBookkeepingName(std::string_view key)
{
    return key.starts_with(redisson::unlockLatchPrefix) || key.starts_with(redisson::tokenPrefix) || key.starts_with(redisson::queuePrefix)
           || key.starts_with(redisson::timeoutPrefix) || redisson::nameInReadTimeout(key);
}

// The sorted set of an RPermitExpirableSemaphore; the semaphore itself is an integer under another key.
bool isPermitSet(const KeySnapshot &look)
{
    if (look.value.type != ValueType::Zset || look.value.elements.empty() || !redisson::nameInPermitTimeout(look.id.key))
        return false;
    const auto &[permit, score] = look.value.elements.front();
    return (permit.size() == 16 || grammar::isHex(permit, 32)) && (score == redisson::neverScore || grammar::timeFromMilliseconds(score));
}

bool isRateLimiter(const Value &value)
{
    return value.type == ValueType::Hash && value.find("rate") && value.find("interval") && value.find("type");
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const bool named = look.value.type != ValueType::Hash && isBookkeepingName(look.id.key);
    if (!named && !isPermitSet(look) && !isRateLimiter(look.value))
        return std::nullopt;
    return grammar::bookkeeping(redisson::library);
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .variants = {"bookkeeping"},
    // No names: they would be the names of the locks that it belongs to
    .types = {ValueType::String, ValueType::Hash, ValueType::Zset, ValueType::List},
    .classify = classify,
};

} // namespace lockcore::redisson_bookkeeping_format
