// SPDX-License-Identifier: MIT
// A redis-server of our own: a child on a Unix socket in a 0700 temporary directory, no TCP port, no persistence. It ends with this object,
// and also with this process, even if this process is killed: a supervisor (our own binary, `supervise`) ends it and removes the directory
// (lockcore/process/supervise.h). The next start removes directories that a killed supervisor left behind. GUI or worker thread; start()
// blocks until the server answers, at most 5 s.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <chrono>
#include <memory>
#include <vector>

namespace lockcore {

struct PrivateServerOptions
{
    std::string program = "redis-server";
    std::vector<std::string> arguments; ///< more redis-server arguments; no secrets ("--requirepass" is refused): see config
    std::string config;                 ///< more lines of its configuration file (mode 0600, so secrets may be here)
    std::vector<std::string> environment; ///< NAME=VALUE, besides ours
    std::string supervisor;             ///< our own binary; empty: the running one
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
    std::string directory() const;
    std::int64_t pid() const; ///< of redis-server; -1 while it is killed

    /// Kills it: data that it had not written to disk is lost. Its directory stays. Error: Refused, the supervisor is gone.
    Result<void> kill();
    void removeData(); ///< while it is killed: deletes its snapshot and its append-only files

    /// Starts it again after kill(), on the same socket. Returns before the server answers. Errors as start().
    Result<void> startAgain();

private:
    struct Private;
    explicit PrivateServer(std::unique_ptr<Private> d);
    Result<void> readStart(std::chrono::steady_clock::time_point deadline);

    std::unique_ptr<Private> d;
};

/// main() of `lockscope supervise`; returns the exit code. Only Lockscope itself calls it.
int superviseMain(int argc, char **argv);

} // namespace lockcore
