// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/replication_relay.h"

#include <QLocalSocket>
#include <QTcpSocket>

namespace lockcore {

namespace {

void pass(QIODevice &from, QIODevice &to)
{
    QObject::connect(&from, &QIODevice::readyRead, &to, [&from, &to] { to.write(from.readAll()); });
}

} // namespace

ReplicationRelay::ReplicationRelay(std::string socketPath)
    : m_socketPath(QString::fromStdString(socketPath))
{
    QObject::connect(&m_listener, &QTcpServer::newConnection, &m_listener, [this] { accept(); });
}

ReplicationRelay::~ReplicationRelay() { cut(); }

Result<int> ReplicationRelay::listen()
{
    if (!m_listener.listen(QHostAddress::LocalHost))
        return Error{ErrorKind::Transport, "no port for a replica: " + m_listener.errorString().toStdString(), "listen"};
    return m_listener.serverPort();
}

void ReplicationRelay::accept()
{
    auto *replica = m_listener.nextPendingConnection(); // the listener is its parent
    auto *primary = new QLocalSocket(replica);
    pass(*replica, *primary);
    pass(*primary, *replica);
    QObject::connect(replica, &QTcpSocket::disconnected, replica, &QObject::deleteLater);
    QObject::connect(primary, &QLocalSocket::disconnected, replica, &QTcpSocket::abort);
    QObject::connect(primary, &QLocalSocket::errorOccurred, replica, &QTcpSocket::abort);
    primary->connectToServer(m_socketPath);
    if (replica->bytesAvailable() > 0)
        primary->write(replica->readAll());
}

void ReplicationRelay::cut()
{
    m_listener.close();
    for (auto *replica : m_listener.findChildren<QTcpSocket *>(QString(), Qt::FindDirectChildrenOnly)) {
        QObject::disconnect(replica, nullptr, nullptr, nullptr);
        delete replica; // this also deletes its child, the socket to the primary
    }
}

} // namespace lockcore
