// SPDX-License-Identifier: MIT
// Facts about the server, and what endangers locks there. Read at connect and every ten seconds from TIME, INFO (or else ROLE) and DBSIZE,
// and once per connection from CONFIG GET, if permitted. Changes nothing on the server.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/redis/connection.h"

#include <map>

namespace lockcore {

/// INFO as a map; lines that are not `name:value` are skipped.
using Info = std::map<std::string, std::string, std::less<>>;
Info parseInfo(std::string_view text);

std::string_view infoText(const Info &info, std::string_view name);
std::int64_t infoNumber(const Info &info, std::string_view name);
std::vector<std::pair<int, std::int64_t>> databasesWithKeys(const Info &info); ///< number and keys
bool hasKeysElsewhere(const Info &info, int db);                               ///< in another database

/// If the version is unknown, true only up to 7.0, and only if the server was seen to have PEXPIRETIME.
bool atLeast(const ServerFacts &facts, int major, int minor);

bool isReplica(const Info &replication);

/// Whether this is a replica whose link to its primary is down (also during a full synchronisation). Then its data may be old.
bool isStale(const Info &info);

/// The facts of the ROLE reply, under the names of INFO; empty for an error.
Info infoFromRole(const Reply &role);

struct ServerCheck
{
    Info info;
    ServerFacts facts;
    std::vector<Notice> notices;
    std::string runId;
    bool infoRefused = false; ///< then `info` has at most the facts of ROLE, under the names of INFO
    ServerTime at{};
    Moment sent{}, received{}; ///< before and after `at` was read

    bool isClusterReplica() const { return facts.mode == "cluster" && facts.role == "replica"; }
    bool mayBeClusterReplica() const { return isClusterReplica() || (infoRefused && facts.role != "primary"); }

    bool atLeast(int major, int minor) const { return lockcore::atLeast(facts, major, minor); }
};

/// Transport "not-primary": a server that is watched as a primary of its cluster has become a replica.
Error notPrimary();

/// Error: the connection, or a server that cannot be used (a Sentinel: Refused, detail "sentinel").
Task<Result<ServerCheck>> checkServer(Connection &connection, Clock &clock);

/// What a restart would lose. Not in INFO, only in CONFIG GET, if permitted. Sent only as the default user, once per connection.
Task<Result<std::vector<Notice>>> checkPersistence(Connection &connection);

/// CONFIG GET; nothing if it is not permitted.
Task<Result<std::optional<std::string>>> readSetting(Connection &connection, std::string name);

/// The notices that follow from INFO alone, whatever the database.
std::vector<Notice> noticesFrom(const Info &info);

} // namespace lockcore
