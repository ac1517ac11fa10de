// SPDX-License-Identifier: MIT
// A redis-server of our own, as private_program.h says: on a Unix socket, no TCP port, no persistence. GUI or worker thread; start() blocks
// until the server answers, at most 5 s.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <memory>
#include <vector>

namespace lockcore {

class PrivateProgram;

struct PrivateServerOptions
{
    std::string program = "redis-server";
    std::vector<std::string> arguments;   ///< more redis-server arguments; no secrets ("--requirepass" is refused): see config
    std::string config;                   ///< more lines of its configuration file (mode 0600, so secrets may be here)
    std::vector<std::string> environment; ///< NAME=VALUE, besides ours
    std::string supervisor;               ///< our own binary; empty: the running one
};

class PrivateServer final
{
public:
    /// Error: Refused, with a sentence that names the Debian package if the program is missing.
    static Result<std::unique_ptr<PrivateServer>> start(PrivateServerOptions options = {});

    ~PrivateServer();
    PrivateServer(const PrivateServer &) = delete;
    PrivateServer &operator=(const PrivateServer &) = delete;

    Endpoint endpoint() const; ///< unix://…/redis.sock
    const std::string &directory() const;
    std::int64_t pid() const; ///< of redis-server; -1 while it is killed

    Result<void> kill();       ///< as PrivateProgram::kill()
    void removeData();         ///< while it is killed: deletes its snapshot and its append-only files
    Result<void> startAgain(); ///< on the same socket; as PrivateProgram::startAgain()

private:
    explicit PrivateServer(std::unique_ptr<PrivateProgram> program);

    const std::unique_ptr<PrivateProgram> m_program;
};

/// main() of `lockscope supervise`; returns the exit code. Only Lockscope itself calls it.
int superviseMain(int argc, char **argv);

} // namespace lockcore
