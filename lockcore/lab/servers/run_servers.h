// SPDX-License-Identifier: MIT
// The servers of a run, the workers' ways to them, and the operator, who has a way of their own. Thread of the event loop.
#pragma once

#include "lockcore/lab/context/run_context.h"
#include "lockcore/lab/protocol/worker_message.h"
#include "lockcore/lab/servers/lab_cluster.h"
#include "lockcore/lab/servers/run_server.h"
#include "lockcore/lab/servers/worker_link.h"

namespace lockcore {

class RunServers final
{
public:
    explicit RunServers(RunContext &context);
    ~RunServers();
    RunServers(const RunServers &) = delete;
    RunServers &operator=(const RunServers &) = delete;

    std::function<void(std::int64_t server, const ServerTurn &)> turned;                  ///< as RunServer::turned
    std::function<void(std::int64_t server, const std::vector<ElementChange> &)> changed; ///< likewise

    Task<Result<void>> start(); ///< errors as RunServer::start()
    std::size_t size() const { return m_servers.size(); }
    RunServer &at(std::int64_t server) const { return *m_servers[static_cast<std::size_t>(server)]; }
    /// The number that the history has for it: all nodes of a cluster are its server 0.
    std::int64_t numberOf(std::int64_t server) const { return m_cluster ? 0 : server; }
    /// Where a fault of the history's server acts that is about this lock: the node of a cluster that has it now, else the server itself.
    std::int64_t placeOf(std::int64_t server, const std::string &lock) const;
    LabCluster *cluster() const { return m_cluster.get(); }  ///< null: the servers are independent
    Endpoint endpoint() const;                               ///< of the first server, or of the whole cluster, with its password
    const std::string &version() const { return m_version; } ///< of the first server: `redis 7.0.15`

    /// The ways of one incarnation, one to each server, and the addresses to which its clients connect.
    struct Ways
    {
        std::vector<std::unique_ptr<WorkerLink>> links;
        std::vector<worker::Server> addresses;
    };
    Result<Ways> waysOf(const Incarnation &who);             ///< error: Transport
    const Incarnation *whose(std::int64_t link) const;       ///< null: the link is the operator's, or unknown
    bool nameKey(const Bytes &key, const std::string &lock); ///< as KeyBook::nameKey(), on all servers
    void noteKeys(const std::vector<Bytes> &keys);           ///< keys that a worker named

    /// Removes what the workers may have left on a foreign server: each key that they named. Error: as singleCommand().
    Task<Result<void>> cleanUp();

    /// Sends a command of the operator to at(server), which takes a turn like every other command; `begins` is called before it is sent.
    Task<Result<Reply>> operate(std::int64_t server, Args words, std::function<void()> begins);

private:
    Task<Result<void>> start(std::int64_t number);
    Task<Result<void>> formCluster();
    RunServer::Options optionsOfAll() const;

    RunContext &m_context;
    const std::unique_ptr<Poller> m_poller;
    std::vector<std::unique_ptr<RunServer>> m_servers;
    std::unique_ptr<LabCluster> m_cluster;
    std::string m_password;                                   ///< of all nodes of a cluster
    std::vector<std::unique_ptr<WorkerLink>> m_operatorLinks; ///< by server
    std::map<std::int64_t, Incarnation> m_who;                ///< by link
    std::set<Bytes> m_keys;                                   ///< keys that workers named on a foreign server
    std::string m_version;
};

} // namespace lockcore
