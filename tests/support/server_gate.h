// SPDX-License-Identifier: MIT
// A gate between clients and a real server. For each command the test decides whether it passes, whether the gate answers it, or whether it
// is never answered. Each client has its own connection to the server.
#pragma once

#include "support/fake_server.h"
#include "support/redis_server.h"

#include <map>
#include <optional>

namespace lockcore::test {

class ServerGate final
{
public:
    /// The bytes with which the gate answers instead of the server; empty: no answer at all. nullopt: the command passes.
    using Rule = std::function<std::optional<QByteArray>(const QByteArrayList &command)>;

    ServerGate(RedisServer &server, Rule rule);

    Endpoint endpoint() const { return m_gate.endpoint(); }

    /// The real server's answer to a command of the current client.
    QByteArray pass(const QByteArrayList &command);

    /// Ends all connections after the current answer.
    void closeSoon();

private:
    RedisServer &m_server;
    std::map<int, RedisClient> m_clients; ///< by connection number
    FakeServer m_gate;
};

} // namespace lockcore::test
