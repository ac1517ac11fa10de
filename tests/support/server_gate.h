// SPDX-License-Identifier: MIT
// Stands between a client and a real server: the test decides, command by command, what passes, what is answered in the
// server's stead, and what is never answered. All who come are one connection to the server.
#pragma once

#include "support/fake_server.h"
#include "support/redis_server.h"

#include <optional>

namespace lockcore::test {

class ServerGate final
{
public:
    /// What is said instead of the server; empty bytes: nothing at all. None: let it pass.
    using Rule = std::function<std::optional<QByteArray>(const QByteArrayList &command)>;

    ServerGate(RedisServer &server, Rule rule);

    Endpoint endpoint() const { return m_gate.endpoint(); }

    /// What the real server answers.
    QByteArray pass(const QByteArrayList &command);

    /// Ends all connections, once what is being answered is.
    void closeSoon();

private:
    RedisServer &m_server;
    FakeServer m_gate;
};

} // namespace lockcore::test
