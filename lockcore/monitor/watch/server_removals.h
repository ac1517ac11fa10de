// SPDX-License-Identifier: MIT
// How many keys the server itself has removed, because they expired or memory was full. If this number does not change, a client removed
// the key that vanished. DEL and an expiry send the same message, so only this number distinguishes them: the feed reads it four times a
// second, each time followed by a PING. Pure.
#pragma once

#include "lockcore/monitor/reading/server_check.h"

#include <memory>

namespace lockcore {

struct ServerRemovals
{
    std::int64_t expired = 0;
    std::int64_t evicted = 0;
    std::int64_t commands = 0; ///< processed so far: decreases only with CONFIG RESETSTAT
    std::string replicationId; ///< changes when the server becomes a replica or a primary

    /// None for a replica: its primary removes expired keys.
    static std::optional<ServerRemovals> from(const Info &stats, const Info &replication);
    bool operator==(const ServerRemovals &) const = default;
};

using CountedRemovals = std::shared_ptr<const ServerRemovals>; ///< none: not known; many keys share one object

/// True if the server certainly removed no key between these two counts.
bool noneRemoved(const ServerRemovals &before, const ServerRemovals &now);

} // namespace lockcore
