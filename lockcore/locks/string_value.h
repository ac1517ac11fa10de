// SPDX-License-Identifier: MIT
// Shared by the locks whose value is a string.
#pragma once

#include "lockcore/locks/context.h"
#include "lockcore/locks/outcome.h"

namespace lockcore {

/// Compares the key's value with `token`. An empty token is nobody's.
Task<Possession> whoseString(Context &context, Bytes key, Bytes token);

/// A time in ms since 1970 that a worker wrote. 0 for nil, for a value that is not a number, and for an impossible time.
Milliseconds stampIn(const Answer &value);

/// Deletes KEYS[1] if it holds ARGV[1], in one step. Returns 1, or 0 if it holds something else or nothing.
inline constexpr std::string_view compareAndDelete = R"lua(
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
)lua";

/// Sets the lease of KEYS[1] to ARGV[2] ms if it holds ARGV[1], in one step. Returns 1, or 0 if it does not.
inline constexpr std::string_view compareAndExpire = R"lua(
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
)lua";

} // namespace lockcore
