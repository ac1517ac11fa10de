// SPDX-License-Identifier: MIT
// A ZooKeeper of the Lab's own making, on a port of 127.0.0.1, alone (no ensemble). It keeps its data, and so its sessions, over a restart.
// Lives on the thread of its event loop; start() blocks until it answers, about a second.
#pragma once

#include "lockcore/lab/record/program_server.h"

namespace lockcore {

class ZookeeperServer final : public ProgramServer
{
public:
    /// `java`: the program; `supervisor`: our own binary, empty: the running one. Errors as PrivateProgram::start().
    static Result<std::unique_ptr<ZookeeperServer>> start(const std::string &java, const std::string &supervisor, Clock &clock);

    Endpoint endpoint() const override;           ///< 127.0.0.1 and its port
    Task<Result<std::string>> version() override; ///< `zookeeper 3.8.0`. Error: Transport
    Task<Result<void>> kill(Data data) override;

    std::string logDirectory() const; ///< see ZookeeperLog

private:
    ZookeeperServer(std::unique_ptr<PrivateProgram> program, int port, Clock &clock);

    const int m_port;
};

} // namespace lockcore
