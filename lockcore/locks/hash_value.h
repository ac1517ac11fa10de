// SPDX-License-Identifier: MIT
// What the locks share whose key is a hash of owner → hold count.
#pragma once

#include "locks/context.h"
#include "locks/outcome.h"

namespace lockcore {

/// `<instance>:<worker>`: as constant as the worker, so that it can enter again.
Bytes ownerOf(const Context &context);

/// Whose lock is it, by the fields of the hash?
Task<Possession> whoseHash(Context &context, Bytes key, Bytes owner);

/// A PTTL as an answer of "not free": none where the other's lock has no lease.
std::optional<Milliseconds> leaseLeft(const Answer &pttl);

/// Sets the lease of KEYS[1] to ARGV[2] ms if ARGV[1] is among its owners: 1, or 0 when it is not.
inline constexpr std::string_view expireOfOwner = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
)lua";

} // namespace lockcore
