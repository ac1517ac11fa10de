// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_server.h"

#include "lockcore/monitor/reading/server_check.h"

namespace lockcore {

ReleaseServer releaseServer(const ServerFacts &facts)
{
    const bool modern = atLeast(facts, 7, 0);
    ReleaseServer server;
    server.hasPexpiretime = modern;
    server.hasRightsCheck = modern;
    server.shardedChannels = modern && facts.mode == "cluster";
    server.replica = facts.role == "replica";
    return server;
}

} // namespace lockcore
