// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/server_removals.h"

namespace lockcore {

std::optional<ServerRemovals> ServerRemovals::from(const Info &stats, const Info &replication)
{
    if (!stats.contains("expired_keys") || !stats.contains("evicted_keys") || infoText(replication, "role") != "master")
        return std::nullopt;
    return ServerRemovals{infoNumber(stats, "expired_keys"), infoNumber(stats, "evicted_keys"),
                          infoNumber(stats, "total_commands_processed"), std::string(infoText(replication, "master_replid"))};
}

bool noneRemoved(const ServerRemovals &before, const ServerRemovals &now)
{
    return now.expired == before.expired && now.evicted == before.evicted && now.commands >= before.commands
           && now.replicationId == before.replicationId;
}

} // namespace lockcore
