// SPDX-License-Identifier: MIT
// A memcached of the Lab's own making, on a Unix socket in a private directory. It keeps no data over a restart. Lives on the thread of its
// event loop; start() blocks until it answers.
#pragma once

#include "lockcore/lab/record/program_server.h"

namespace lockcore {

class MemcachedServer final : public ProgramServer
{
public:
    /// `supervisor`: our own binary; empty: the running one. Errors as PrivateProgram::start().
    static Result<std::unique_ptr<MemcachedServer>> start(const std::string &program, const std::string &supervisor, Clock &clock);

    Endpoint endpoint() const override;
    Task<Result<std::string>> version() override; ///< `memcached 1.6.18`. Error: Transport
    Task<Result<void>> kill(Data data) override;

private:
    MemcachedServer(std::unique_ptr<PrivateProgram> program, Clock &clock);
};

} // namespace lockcore
