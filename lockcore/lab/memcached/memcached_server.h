// SPDX-License-Identifier: MIT
// A memcached of the Lab's own making, on a Unix socket in a private directory. It keeps no data over a restart. Lives on the thread of its
// event loop; start() blocks until it answers.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/lab/record/store_server.h"
#include "lockcore/redis/private_program.h"

namespace lockcore {

class MemcachedServer final : public StoreServer
{
public:
    /// `supervisor`: our own binary; empty: the running one. Errors as PrivateProgram::start().
    static Result<std::unique_ptr<MemcachedServer>> start(const std::string &program, const std::string &supervisor, Clock &clock);

    Endpoint endpoint() const override;
    std::int64_t pid() const override { return m_program->pid(); }
    Task<Result<std::string>> version() override; ///< `memcached 1.6.18`. Error: Transport
    Task<Result<void>> kill(Data data) override;
    Task<Result<void>> startAgain() override;

private:
    MemcachedServer(std::unique_ptr<PrivateProgram> program, Clock &clock);

    const std::unique_ptr<PrivateProgram> m_program;
    Clock &m_clock;
};

} // namespace lockcore
