// SPDX-License-Identifier: MIT
// Shared by the locks whose key is a hash of owner → hold count.
#pragma once

#include "lockcore/locks/context.h"
#include "lockcore/locks/outcome.h"

namespace lockcore {

/// `<instance>:<worker>`: the same for each acquisition of a worker, so that it can re-enter.
Bytes ownerOf(const Context &context);

/// Checks the fields of the hash for the owner.
Task<Possession> whoseHash(Context &context, Bytes key, Bytes owner);

/// The PTTL in an answer that means "not free"; none if the other worker's lock has no lease.
std::optional<Milliseconds> leaseLeft(const Answer &pttl);

/// Sets the lease of KEYS[1] to ARGV[2] ms if ARGV[1] is one of its owners. Returns 1, or 0 if it is not.
inline constexpr std::string_view expireOfOwner = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
)lua";

} // namespace lockcore
