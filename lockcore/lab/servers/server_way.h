// SPDX-License-Identifier: MIT
// A way to a server that is not the Lab's own: a Unix socket, in a directory of ours, that forwards to the server over TCP or TLS. Gates
// and records know only such sockets. Bytes pass unchanged. Lives on the thread of its event loop.
#pragma once

#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/server_directory.h"

#include <QLocalServer>

#include <memory>

namespace lockcore {

class ServerWay final
{
public:
    static Result<std::unique_ptr<ServerWay>> open(Endpoint server); ///< error: Transport, the socket cannot be created
    ~ServerWay();
    ServerWay(const ServerWay &) = delete;
    ServerWay &operator=(const ServerWay &) = delete;

    Endpoint endpoint() const; ///< the Unix socket, with the server's user, password and database

private:
    ServerWay(Endpoint server, ServerDirectory directory);
    void accept();

    const Endpoint m_server;
    const ServerDirectory m_directory;
    QLocalServer m_listener;
};

} // namespace lockcore
