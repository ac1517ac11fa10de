// SPDX-License-Identifier: MIT
// How many keys the server itself has removed, because their time was over or its memory was full. If this number stands still, a key that
// vanished meanwhile was removed by a client. The message of a DEL and that of an expiry are the same, so this number is all that tells them
// apart: the feed reads it four times a second, each time followed by a PING. Pure.
#pragma once

#include "lockcore/monitor/reading/server_check.h"

#include <memory>

namespace lockcore {

struct ServerRemovals
{
    std::int64_t expired = 0;
    std::int64_t evicted = 0;
    std::int64_t commands = 0; ///< processed so far: fewer than before only after CONFIG RESETSTAT
    std::string replicationId; ///< changes when the server becomes a replica, or a master

    /// Nothing from a replica: what expires is removed by its master.
    static std::optional<ServerRemovals> from(const Info &stats, const Info &replication);
    bool operator==(const ServerRemovals &) const = default;
};

using CountedRemovals = std::shared_ptr<const ServerRemovals>; ///< none: not known; many keys share one

/// Certainly none between these two.
bool noneRemoved(const ServerRemovals &before, const ServerRemovals &now);

} // namespace lockcore
