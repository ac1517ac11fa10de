// SPDX-License-Identifier: MIT
// What the server is, and what endangers locks there. Read at connect and every ten seconds from TIME, INFO (or else ROLE) and DBSIZE, and once per
// connection from CONFIG GET, if permitted. Changes nothing on the server.
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
std::vector<int> databasesWithKeys(const Info &info);
bool hasKeysElsewhere(const Info &info, int db); ///< in another database

/// If the version is unknown, true only up to 7.0, and only if the server was seen to have PEXPIRETIME.
bool atLeast(const ServerFacts &facts, int major, int minor);

bool isReplica(const Info &replication);

/// A replica whose link to its primary is down, as it also is during a full synchronisation: what it shows may be old.
bool isStale(const Info &info);

/// What the reply to ROLE says, in the words of INFO; nothing from an error.
Info infoFromRole(const Reply &role);

struct ServerCheck
{
    Info info;
    ServerFacts facts;
    std::vector<Notice> notices;
    std::string runId;
    bool infoRefused = false; ///< then `info` has at most what ROLE says, in the words of INFO
    ServerTime at{};
    Moment sent{}, received{}; ///< before and after `at` was read

    bool isClusterReplica() const { return facts.mode == "cluster" && facts.role == "replica"; }
    bool mayBeClusterReplica() const { return isClusterReplica() || (infoRefused && facts.role != "primary"); }

    bool atLeast(int major, int minor) const { return lockcore::atLeast(facts, major, minor); }
};

/// Error: the connection, or a server that is of no use (a Sentinel: Refused, detail "sentinel").
Task<Result<ServerCheck>> checkServer(Connection &connection, Clock &clock);

/// What a restart would lose. INFO does not show it; CONFIG GET does, if permitted. Asks only as the default user. Once per connection.
Task<Result<std::vector<Notice>>> checkPersistence(Connection &connection);

/// CONFIG GET; nothing where it is not permitted.
Task<Result<std::optional<std::string>>> readSetting(Connection &connection, std::string name);

/// The notices that follow from INFO alone, whatever the database.
std::vector<Notice> noticesFrom(const Info &info);

} // namespace lockcore
