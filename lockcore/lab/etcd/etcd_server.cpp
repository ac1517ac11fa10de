// SPDX-License-Identifier: MIT
#include "lockcore/lab/etcd/etcd_server.h"

#include "lockcore/lab/etcd/etcd_program.h"
#include "lockcore/lab/resp/byte_stream.h"

#include <filesystem>
#include <system_error>

namespace lockcore {

EtcdServer::EtcdServer(std::unique_ptr<PrivateProgram> program, int port, Clock &clock)
    : ProgramServer(std::move(program), clock)
    , m_port(port)
{ }

Result<std::unique_ptr<EtcdServer>> EtcdServer::start(const std::string &program, const std::string &supervisor, Clock &clock)
{
    constexpr int mostAttempts = 5;
    for (int attempt = 1;; ++attempt) { // another program may take the free port before etcd listens on it
        const int port = freeLoopbackPort();
        auto options = etcdProgram(port);
        options.program = program;
        options.supervisor = supervisor;
        auto started = PrivateProgram::start(std::move(options));
        if (started)
            return std::unique_ptr<EtcdServer>(new EtcdServer(*std::move(started), port, clock));
        if (attempt == mostAttempts || started.error().text.find("address already in use") == std::string::npos)
            return started.error();
    }
}

Endpoint EtcdServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.port = m_port;
    return endpoint;
}

Task<Result<std::string>> EtcdServer::version()
{
    const auto version = versionOfEtcd(m_port, std::chrono::steady_clock::now() + std::chrono::seconds(1));
    if (version.empty())
        co_return Error{ErrorKind::Transport, "etcd does not say its version", "closed"};
    co_return "etcd " + version;
}

Task<Result<void>> EtcdServer::kill(Data data)
{
    auto killed = program().kill();
    std::error_code error;
    if (killed.ok() && data == Data::Lost)
        std::filesystem::remove_all(etcdData(program().directory()), error);
    if (error)
        co_return Error{ErrorKind::Refused, "cannot remove the data of etcd: " + error.message(), "data"};
    co_return killed;
}

} // namespace lockcore
