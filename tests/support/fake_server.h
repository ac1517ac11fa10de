// SPDX-License-Identifier: MIT
// A server that answers by a script instead of Redis' rules, on a Unix socket in its own directory or on a loopback port. Lives on the
// thread of its event loop.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <QByteArrayList>
#include <QIODevice>
#include <QLocalServer>
#include <QTcpServer>
#include <QTemporaryDir>

#include <functional>
#include <map>

namespace lockcore::test {

class FakeServer final : public QObject
{
public:
    /// Returns the bytes that answer one command, given as its words.
    using Answer = std::function<QByteArray(const QByteArrayList &command)>;

    enum class Over { Unix, Tcp };
    explicit FakeServer(Over over = Over::Unix);
    ~FakeServer() override;

    Endpoint endpoint() const;

    /// Answers each command; nothing at all by default.
    void answerEach(Answer answer) { m_answer = std::move(answer); }

    /// Sends this to every new client, whatever the client asks, and then closes the connection if `close`.
    void greetWith(QByteArray greeting, bool close);

    void send(const QByteArray &bytes);                   ///< to all connected clients
    void sendTo(int connection, const QByteArray &bytes); ///< does nothing if the connection is closed
    void closeAll();
    void refuseFromNowOn(); ///< no longer listens; existing connections stay

    int connections() const { return m_connections; } ///< number of connections so far
    int sender() const { return m_sender; }           ///< the connection, counted from 1, whose command is being answered
    const QList<QByteArrayList> &commands() const { return m_commands; }

private:
    struct Client
    {
        int number = 0;
        QByteArray unread; ///< received bytes that are not yet a whole command
    };

    void welcome(QIODevice *socket);
    void read(QIODevice *socket);

    QTemporaryDir m_directory;
    QLocalServer m_unix;
    QTcpServer m_tcp;
    Answer m_answer;
    QByteArray m_greeting;
    bool m_closes = false;
    int m_connections = 0;
    int m_sender = 0;
    QList<QByteArrayList> m_commands;
    std::map<QIODevice *, Client> m_clients;
};

/// Answers the handshake as Redis does, and everything else with `answer`.
FakeServer::Answer politely(FakeServer::Answer answer);

} // namespace lockcore::test
