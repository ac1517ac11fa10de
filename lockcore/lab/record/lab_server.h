// SPDX-License-Identifier: MIT
// A redis-server of the Lab's own making: a PrivateServer with a random password and keyspace events, and the faults that
// a server can have. Ends with this object. Lives on the thread of its event loop; start() blocks until it answers.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/lab/record/store_server.h"
#include "lockcore/redis/event_loop.h"
#include "lockcore/redis/pipeline.h"
#include "lockcore/redis/private_server.h"

#include <map>

namespace lockcore {

struct LabServerOptions
{
    std::string program = "redis-server"; ///< `--server`: another version, or valkey-server
    std::string supervisor{};             ///< our own binary; empty: the running one

    /// Only maxmemory, maxmemory-policy, appendonly, appendfsync and hz, because a scenario is only data.
    std::map<std::string, std::string> settings{};

    std::string password{}; ///< for a replica: its primary's password; empty: a random one
    int replicaOfPort = 0;  ///< for a replica: a port of 127.0.0.1 that leads to its primary; 0: it is a primary
    bool cluster = false;   ///< a node of a cluster, which also listens on a free port of 127.0.0.1; `password` is that of all its nodes
};

class LabServer final : public StoreServer
{
public:
    /// Error: Refused, for a setting that is not allowed; otherwise as PrivateServer::start().
    static Result<std::unique_ptr<LabServer>> start(LabServerOptions options, EventLoop &loop, Clock &clock);

    Endpoint endpoint() const override;
    const std::string &password() const { return m_password; }
    int port() const { return m_port; } ///< of a node of a cluster; its bus has the port that is 10,000 higher
    std::int64_t pid() const override { return m_server->pid(); }

    Task<Result<std::string>> version() override; ///< errors as versionOf()

    /// The number of bytes of replication that it has received and executed. Error: as command().
    Task<Result<std::int64_t>> replicationOffset();

    /// Waits until it has everything that its primary had when this was called. Error: Timeout after 5 s, or as command().
    Task<Result<void>> catchUpWith(LabServer *primary);

    /// Of a cluster's node whose primary is dead: completes when the cluster has elected it. Error: as command(); Timeout after 5 s.
    Task<Result<void>> becomePrimary();

    /// Kept: the data of its append-only file or, without one, of a snapshot that is taken first.
    Task<Result<void>> kill(Data data) override;
    Task<Result<void>> startAgain() override;

    /// Sends a command on its own connection. Error: as Connection::open(); a server's error is an Error, too.
    Task<Result<Reply>> command(Args words, int db = 0);
    Task<Result<void>> run(Args words, int db = 0); ///< the same, for a command whose reply says nothing

private:
    LabServer(std::unique_ptr<PrivateServer> server, std::string password, bool appends, EventLoop &loop, Clock &clock);
    Task<Result<void>> winElection();

    const std::unique_ptr<PrivateServer> m_server;
    const std::string m_password;
    const bool m_appends; ///< it has an append-only file
    int m_port = 0;
    EventLoop &m_loop;
    Clock &m_clock;
};

} // namespace lockcore
