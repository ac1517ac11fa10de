// SPDX-License-Identifier: MIT
// Stands between clients and a real server: the test decides, command by command, what passes, what is answered in the
// server's stead, and what is never answered. Each client has a connection of its own to the server.
#pragma once

#include "support/fake_server.h"
#include "support/redis_server.h"

#include <map>
#include <optional>

namespace lockcore::test {

class ServerGate final
{
public:
    /// What is said instead of the server; empty bytes: nothing at all. None: let it pass.
    using Rule = std::function<std::optional<QByteArray>(const QByteArrayList &command)>;

    ServerGate(RedisServer &server, Rule rule);

    Endpoint endpoint() const { return m_gate.endpoint(); }

    /// What the real server answers to the client whose command is being decided on.
    QByteArray pass(const QByteArrayList &command);

    /// Ends all connections, once what is being answered is.
    void closeSoon();

private:
    RedisServer &m_server;
    std::map<int, RedisClient> m_clients; ///< by the number of the connection
    FakeServer m_gate;
};

} // namespace lockcore::test
