// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_server.h"

#include "lockcore/lab/memcached/memcached_program.h"
#include "lockcore/redis/server_directory.h"

namespace lockcore {

MemcachedServer::MemcachedServer(std::unique_ptr<PrivateProgram> program, Clock &clock)
    : ProgramServer(std::move(program), clock)
{ }

Result<std::unique_ptr<MemcachedServer>> MemcachedServer::start(const std::string &program, const std::string &supervisor, Clock &clock)
{
    auto options = memcachedProgram();
    options.program = program;
    options.supervisor = supervisor;
    auto started = PrivateProgram::start(std::move(options));
    if (!started)
        return started.error();
    return std::unique_ptr<MemcachedServer>(new MemcachedServer(*std::move(started), clock));
}

Endpoint MemcachedServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = socketFile(program().directory());
    return endpoint;
}

Task<Result<std::string>> MemcachedServer::version()
{
    const auto version = versionOfMemcached(program().directory(), 0, std::chrono::steady_clock::now() + std::chrono::seconds(1));
    if (version.empty())
        co_return Error{ErrorKind::Transport, "memcached does not say its version", "closed"};
    co_return "memcached " + version;
}

Task<Result<void>> MemcachedServer::kill(Data) { co_return program().kill(); }

} // namespace lockcore
