// SPDX-License-Identifier: MIT
#include "app/demo/demo_server.h"

#include "lockcore/lab/resp/byte_stream.h"

#include <QUuid>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr int mostAttempts = 3; // another program may take the free port before the server does

Result<std::unique_ptr<PrivateServer>> startAt(int port, const std::string &password, const std::string &supervisor)
{
    PrivateServerOptions options;
    options.supervisor = supervisor;
    options.config = "requirepass " + password;
    if (port != 0)
        options.config += "\nbind 127.0.0.1\nport " + std::to_string(port);
    return PrivateServer::start(std::move(options));
}

} // namespace

DemoServer::DemoServer(std::unique_ptr<PrivateServer> server, std::string password, int port)
    : m_server(std::move(server))
    , m_password(std::move(password))
    , m_port(port)
{ }

Result<std::unique_ptr<DemoServer>> DemoServer::start(const std::string &supervisor)
{
    const auto password = QUuid::createUuid().toString(QUuid::Id128).toStdString();
    for (int attempt = 1;; ++attempt) {
        const int port = attempt <= mostAttempts ? freeLoopbackPort() : 0;
        auto server = startAt(port, password, supervisor);
        if (server)
            return std::unique_ptr<DemoServer>(new DemoServer(std::move(server).value(), password, port));
        if (port == 0)
            return server.error();
    }
}

Endpoint DemoServer::endpoint() const
{
    auto endpoint = m_server->endpoint();
    endpoint.password = m_password;
    return endpoint;
}

Endpoint DemoServer::loopback() const
{
    auto endpoint = this->endpoint();
    if (m_port != 0) {
        endpoint.transport = Endpoint::Transport::Tcp;
        endpoint.host = "127.0.0.1";
        endpoint.port = m_port;
        endpoint.path.clear();
    }
    return endpoint;
}

} // namespace lockscope
