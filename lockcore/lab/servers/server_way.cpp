// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/server_way.h"

#include "lockcore/redis/transport.h"

#include <QLocalSocket>

namespace lockcore {

Result<std::unique_ptr<ServerWay>> ServerWay::open(Endpoint server)
{
    auto directory = makeServerDirectory();
    if (!directory)
        return directory.error();
    std::unique_ptr<ServerWay> way(new ServerWay(std::move(server), *std::move(directory)));
    if (!way->m_listener.listen(QString::fromStdString(way->endpoint().path)))
        return Error{ErrorKind::Transport, "no socket for the way to the server: " + way->m_listener.errorString().toStdString(), "listen"};
    return way;
}

ServerWay::ServerWay(Endpoint server, ServerDirectory directory)
    : m_server(std::move(server))
    , m_directory(std::move(directory))
{
    QObject::connect(&m_listener, &QLocalServer::newConnection, &m_listener, [this] { accept(); });
}

ServerWay::~ServerWay()
{
    m_listener.close();
    removeServerDirectory(m_directory.path);
}

Endpoint ServerWay::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = socketFile(m_directory.path);
    endpoint.user = m_server.user;
    endpoint.password = m_server.password;
    endpoint.db = m_server.db;
    return endpoint;
}

// Bytes that a client writes before the server is reached wait in the client's socket.
void ServerWay::accept()
{
    auto *client = m_listener.nextPendingConnection(); // the listener is its parent
    auto *server = Transport::create(m_server).release();
    server->setParent(client);
    const auto forward = [client, server] {
        if (client->bytesAvailable() > 0)
            server->write(client->readAll().toStdString());
    };
    QObject::connect(server, &Transport::opened, client, [client, server, forward] {
        QObject::connect(client, &QLocalSocket::readyRead, server, forward);
        forward();
    });
    QObject::connect(server, &Transport::received, client,
                     [client, server] { client->write(QByteArray::fromStdString(server->readAll())); });
    QObject::connect(server, &Transport::failed, client, [client] { client->disconnectFromServer(); });
    QObject::connect(client, &QLocalSocket::disconnected, client, [client, server] {
        server->abort();
        client->deleteLater();
    });
    server->open();
}

} // namespace lockcore
