// SPDX-License-Identifier: MIT
// The true history of a server, in order: its keyspace events and the announcements of releases, received by one subscription. Events carry
// no time, so a writer regularly sends mark(): a script that publishes the server's clock into the same stream. An entry between two marks
// happened between their times.
#pragma once

#include "lockcore/base/clock.h"
#include "support/redis_server.h"

#include <map>
#include <thread>

namespace lockcore::bench {

struct LogEntry
{
    std::string what; ///< "hset", "del", "expire" …; "announced"
    ServerTime from{};
    ServerTime until{};
};

class KeyspaceLog final
{
public:
    /// Enables the server's keyspace events, and records all later ones.
    explicit KeyspaceLog(test::RedisServer &server);

    static test::Command mark();

    using ByKey = std::map<std::string, std::vector<LogEntry>>;

    /// Returns everything that was recorded. Call it once.
    ByKey finish();

private:
    void run();
    bool take(const std::string &channel, const std::string &payload);
    void add(const std::string &key, std::string what);
    void marked(ServerTime at);

    test::RedisServer &m_server;
    test::RedisClient m_client;
    ByKey m_entries;
    std::vector<std::pair<std::string, std::size_t>> m_open; ///< entries since the last mark
    ServerTime m_lastMark{};
    std::jthread m_thread;
};

} // namespace lockcore::bench
