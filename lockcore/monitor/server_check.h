// SPDX-License-Identifier: MIT
// What the server is and what endangers locks there: read once at connect and every few seconds, from INFO, DBSIZE and,
// where permitted, CONFIG GET. Changes nothing on the server.
#pragma once

#include "monitor/monitor.h"
#include "redis/connection.h"

#include <map>

namespace lockcore {

/// INFO as a map; lines that are not `name:value` are skipped.
using Info = std::map<std::string, std::string, std::less<>>;
Info parseInfo(std::string_view text);

std::string_view infoText(const Info &info, std::string_view name);
std::int64_t infoNumber(const Info &info, std::string_view name);

struct ServerCheck
{
    Info info;
    ServerFacts facts;
    std::vector<Notice> notices;
    std::string keyspaceEvents; ///< notify-keyspace-events; empty: off, or not permitted to ask
    std::string runId;
    ServerTime at{};
    Moment sent{}, received{}; ///< around the reading of `at`

    bool atLeast(int major, int minor) const;
};

/// Error: the connection, or a server that can be of no use (a Sentinel: Refused, detail "sentinel").
Task<Result<ServerCheck>> checkServer(Connection &connection, Clock &clock);

/// The notices that follow from INFO, and from maxmemory-policy and save/appendonly where INFO does not tell them.
std::vector<Notice> noticesFrom(const Info &info);

} // namespace lockcore
