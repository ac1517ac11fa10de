// SPDX-License-Identifier: MIT
// A primary, its replica, and three sentinels that watch them as "orders".
#pragma once

#include "support/redis_server.h"

#include <array>

namespace lockcore::test {

class RedisSentinels final
{
public:
    explicit RedisSentinels(const std::string &password = {}); ///< of both servers; the sentinels want none

    Endpoint endpoint() const; ///< with all sentinels
    RedisServer &sentinel(std::size_t index) { return *m_sentinels.at(index); }
    RedisServer &primary(); ///< the server that most sentinels name
    RedisServer &other();

    void waitReplicated();    ///< until the replica has all data
    void failOver();          ///< by command, until all sentinels name the other server, and it serves
    void waitOther(int port); ///< until all sentinels name another primary than the one at this port, and it serves

private:
    int named(RedisServer &sentinel) const; ///< the port of the primary
    RedisServer &connected(std::size_t index);

    std::array<std::unique_ptr<RedisServer>, 2> m_servers;
    std::array<std::unique_ptr<RedisServer>, 3> m_sentinels;
};

} // namespace lockcore::test
