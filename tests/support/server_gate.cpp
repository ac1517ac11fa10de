// SPDX-License-Identifier: MIT
#include "support/server_gate.h"

#include "support/resp_text.h"

namespace lockcore::test {

ServerGate::ServerGate(RedisServer &server, Rule rule)
    : m_server(server)
{
    m_gate.answerEach([this, rule = std::move(rule)](const QByteArrayList &command) {
        auto answer = rule(command);
        return answer ? *answer : pass(command);
    });
}

QByteArray ServerGate::pass(const QByteArrayList &command)
{
    Command words;
    for (const auto &word : command)
        words.push_back(word.toStdString());
    const auto client = m_clients.try_emplace(m_gate.sender(), m_server.endpoint()).first;
    return encoded(client->second.command(words));
}

void ServerGate::closeSoon()
{
    QMetaObject::invokeMethod(
        &m_gate, [this] { m_gate.closeAll(); }, Qt::QueuedConnection);
}

} // namespace lockcore::test
