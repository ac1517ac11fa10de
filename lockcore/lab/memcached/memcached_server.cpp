// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_server.h"

#include "lockcore/lab/memcached/memcached_program.h"
#include "lockcore/redis/server_directory.h"

namespace lockcore {

namespace {

std::chrono::steady_clock::time_point within(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

} // namespace

MemcachedServer::MemcachedServer(std::unique_ptr<PrivateProgram> program, Clock &clock)
    : m_program(std::move(program))
    , m_clock(clock)
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
    endpoint.path = socketFile(m_program->directory());
    return endpoint;
}

Task<Result<std::string>> MemcachedServer::version()
{
    const auto version = versionOfMemcached(m_program->directory(), 0, within(std::chrono::seconds(1)));
    if (version.empty())
        co_return Error{ErrorKind::Transport, "memcached does not say its version", "closed"};
    co_return "memcached " + version;
}

Task<Result<void>> MemcachedServer::kill(Data) { co_return m_program->kill(); }

Task<Result<void>> MemcachedServer::startAgain()
{
    if (auto started = m_program->startAgain(); !started)
        co_return started;
    const auto end = m_clock.now() + std::chrono::seconds(5);
    while (m_clock.now() < end) {
        if (!versionOfMemcached(m_program->directory(), 0, within(std::chrono::milliseconds(50))).empty())
            co_return Result<void>();
        co_await m_clock.after(Milliseconds(2));
    }
    co_return Error{ErrorKind::Timeout, "the restarted memcached did not answer within 5 s", "start"};
}

} // namespace lockcore
