// SPDX-License-Identifier: MIT
// An etcd of the Lab's own making, on a port of 127.0.0.1, with its data in a private directory: it keeps its keys and leases over a restart.
// Lives on the thread of its event loop; start() blocks until it answers.
#pragma once

#include "lockcore/lab/record/program_server.h"

namespace lockcore {

class EtcdServer final : public ProgramServer
{
public:
    /// `supervisor`: our own binary; empty: the running one. Errors as PrivateProgram::start().
    static Result<std::unique_ptr<EtcdServer>> start(const std::string &program, const std::string &supervisor, Clock &clock);

    Endpoint endpoint() const override;
    Task<Result<std::string>> version() override; ///< `etcd 3.4.23`. Error: Transport
    Task<Result<void>> kill(Data data) override;

private:
    EtcdServer(std::unique_ptr<PrivateProgram> program, int port, Clock &clock);

    const int m_port;
};

} // namespace lockcore
