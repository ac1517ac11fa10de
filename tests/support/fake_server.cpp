// SPDX-License-Identifier: MIT
#include "support/fake_server.h"

#include <QLocalSocket>
#include <QTcpSocket>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

// Removes a whole command such as `*2\r\n$3\r\nGET\r\n$1\r\nk\r\n` from the front of `bytes`; returns nothing if it is not complete.
QByteArrayList takeCommand(QByteArray &bytes)
{
    qsizetype at = 0;
    const auto number = [&]() -> qsizetype {
        const auto end = bytes.indexOf("\r\n", at);
        if (end < 0)
            return -1;
        const auto value = bytes.mid(at + 1, end - at - 1).toLongLong();
        at = end + 2;
        return value;
    };
    QByteArrayList words;
    for (auto left = number(); left > 0; --left) {
        const auto length = number();
        if (length < 0 || bytes.size() < at + length + 2)
            return {};
        words << bytes.mid(at, length);
        at += length + 2;
    }
    if (!words.isEmpty())
        bytes.remove(0, at);
    return words;
}

} // namespace

FakeServer::FakeServer(Over over)
{
    const bool listens = over == Over::Tcp ? m_tcp.listen(QHostAddress::LocalHost) : m_unix.listen(m_directory.filePath(u"fake.sock"_s));
    if (!listens)
        qFatal("the fake server cannot listen");
    connect(&m_unix, &QLocalServer::newConnection, this, [this] { welcome(m_unix.nextPendingConnection()); });
    connect(&m_tcp, &QTcpServer::newConnection, this, [this] { welcome(m_tcp.nextPendingConnection()); });
}

FakeServer::~FakeServer() { closeAll(); }

Endpoint FakeServer::endpoint() const
{
    Endpoint endpoint;
    if (m_tcp.isListening()) {
        endpoint.port = m_tcp.serverPort();
    } else {
        endpoint.transport = Endpoint::Transport::Unix;
        endpoint.path = m_directory.filePath(u"fake.sock"_s).toStdString();
    }
    return endpoint;
}

void FakeServer::greetWith(QByteArray greeting, bool close)
{
    m_greeting = std::move(greeting);
    m_closes = close;
}

void FakeServer::welcome(QIODevice *socket)
{
    ++m_connections;
    socket->setParent(this);
    m_clients[socket].number = m_connections;
    connect(socket, &QIODevice::readyRead, this, [this, socket] { read(socket); });
    if (!m_greeting.isEmpty())
        socket->write(m_greeting);
    if (m_closes) {
        m_clients.erase(socket);
        socket->close(); // Qt first sends what was written
    }
}

void FakeServer::read(QIODevice *socket)
{
    const auto client = m_clients.find(socket);
    if (client == m_clients.end())
        return;
    auto &[number, unread] = client->second;
    unread += socket->readAll();
    for (auto command = takeCommand(unread); !command.isEmpty(); command = takeCommand(unread)) {
        m_commands << command;
        m_sender = number;
        if (m_answer)
            socket->write(m_answer(command));
    }
}

void FakeServer::send(const QByteArray &bytes)
{
    for (const auto &[socket, client] : m_clients)
        socket->write(bytes);
}

void FakeServer::sendTo(int connection, const QByteArray &bytes)
{
    for (const auto &[socket, client] : m_clients) {
        if (client.number == connection)
            socket->write(bytes);
    }
}

void FakeServer::closeAll()
{
    for (const auto &[socket, client] : std::exchange(m_clients, {}))
        socket->close();
}

void FakeServer::refuseFromNowOn()
{
    m_unix.close();
    m_tcp.close();
}

FakeServer::Answer politely(FakeServer::Answer answer)
{
    return [answer = std::move(answer)](const QByteArrayList &command) -> QByteArray {
        if (command.front() == "CLIENT")
            return command.value(1) == "ID" ? ":7\r\n" : "+OK\r\n";
        if (command.front() == "PING")
            return "+PONG\r\n";
        if (command.front() == "AUTH" || command.front() == "SELECT")
            return "+OK\r\n";
        return answer ? answer(command) : QByteArray();
    };
}

} // namespace lockcore::test
