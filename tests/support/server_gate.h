// SPDX-License-Identifier: MIT
// Is between clients and a real server. The test decides, command by command, what passes, what is answered instead of the server, and what
// is never answered. Each client has a connection of its own to the server.
#pragma once

#include "support/fake_server.h"
#include "support/redis_server.h"

#include <map>
#include <optional>

namespace lockcore::test {

class ServerGate final
{
public:
    /// The bytes to answer instead of the server; empty: no answer at all. None: the command passes.
    using Rule = std::function<std::optional<QByteArray>(const QByteArrayList &command)>;

    ServerGate(RedisServer &server, Rule rule);

    Endpoint endpoint() const { return m_gate.endpoint(); }

    /// The real server's answer for the client whose command is being decided.
    QByteArray pass(const QByteArrayList &command);

    /// Ends all connections after the current answer.
    void closeSoon();

private:
    RedisServer &m_server;
    std::map<int, RedisClient> m_clients; ///< by the number of the connection
    FakeServer m_gate;
};

} // namespace lockcore::test
