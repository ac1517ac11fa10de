// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_server.h"

#include "lockcore/lab/zookeeper/zookeeper_program.h"

namespace lockcore {

ZookeeperServer::ZookeeperServer(std::unique_ptr<PrivateProgram> program, int port, Clock &clock)
    : ProgramServer(std::move(program), clock)
    , m_port(port)
{ }

Result<std::unique_ptr<ZookeeperServer>> ZookeeperServer::start(const std::string &java, const std::string &supervisor, Clock &clock)
{
    int port = 0;
    auto started = startZookeeper(java, supervisor, &port);
    if (!started)
        return started.error();
    return std::unique_ptr<ZookeeperServer>(new ZookeeperServer(*std::move(started), port, clock));
}

Endpoint ZookeeperServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.host = "127.0.0.1";
    endpoint.port = m_port;
    return endpoint;
}

std::string ZookeeperServer::logDirectory() const { return zookeeperLogDirectory(program().directory()); }

Task<Result<std::string>> ZookeeperServer::version()
{
    const auto version = versionOfZookeeper(m_port, std::chrono::steady_clock::now() + std::chrono::seconds(5));
    if (version.empty())
        co_return Error{ErrorKind::Transport, "ZooKeeper does not say its version", "closed"};
    co_return "zookeeper " + version;
}

Task<Result<void>> ZookeeperServer::kill(Data data)
{
    if (auto killed = program().kill(); !killed || data == Data::Kept)
        co_return killed;
    co_return removeZookeeperData(program().directory());
}

} // namespace lockcore
