// SPDX-License-Identifier: MIT
// A replica's way to its primary. Redis replicates over TCP only, and the Lab's servers have a Unix socket only: a port of 127.0.0.1 that
// leads there, until it is cut. Bytes pass as they are; the replica authenticates itself. Lives on the thread of its event loop.
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
    void cut();           ///< both ends see the end of the connection, and there is no other. What was on its way is lost

private:
    void accept();

    const QString m_socketPath;
    QTcpServer m_listener;
};

} // namespace lockcore
