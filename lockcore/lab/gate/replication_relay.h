// SPDX-License-Identifier: MIT
// Connects a replica to its primary. Redis replicates over TCP only, and the Lab's servers have a Unix socket only. The relay is a port of
// 127.0.0.1 that forwards to this socket until cut() is called. Bytes pass unchanged; the replica authenticates itself. Lives on the thread
// of its event loop.
#pragma once

#include "lockcore/base/result.h"

#include <QTcpServer>

namespace lockcore {

class ReplicationRelay final
{
public:
    explicit ReplicationRelay(std::string socketPath);
    ~ReplicationRelay();
    ReplicationRelay(const ReplicationRelay &) = delete;
    ReplicationRelay &operator=(const ReplicationRelay &) = delete;

    Result<int> listen(); ///< the port. Error: Transport
    int port() const { return m_listener.serverPort(); }
    void cut(); ///< both ends see the end of the connection, and no new one is accepted. Bytes on their way are lost

private:
    void accept();

    const QString m_socketPath;
    QTcpServer m_listener;
};

} // namespace lockcore
