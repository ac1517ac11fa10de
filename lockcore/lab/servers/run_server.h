// SPDX-License-Identifier: MIT
// One server of a run: its process, its turnstile and record, and the book of its keys; perhaps also a replica that can replace it. Or a
// foreign server, of which only turns are recorded. It reports what happens on the server as plain values, in the order of execution. Lives
// on the thread of its event loop; outlives its links.
#pragma once

#include "lockcore/lab/record/lab_server.h"
#include "lockcore/lab/resp/element_change.h"
#include "lockcore/lab/scenario/store.h"

#include <functional>
#include <memory>
#include <set>

namespace lockcore {

class Gate;
class GateProtocol;
class GatedServer;
class KeyBook;
class Poller;
class ReplicationRelay;
class ServerWay;
class StoreRecord;
struct KeyChange;
struct TurnReport;

/// A command, or a transaction, that was alone on the server, and its changes.
struct ServerTurn
{
    std::int64_t link = 0; ///< id of the link that sent it
    std::vector<Bytes> words;
    bool known = true; ///< false: the server ended before the reply
    Bytes reply;       ///< unchanged; empty: none came
    std::vector<ElementChange> changes;
};

class RunServer final
{
public:
    struct Options
    {
        Store store = Store::Redis; ///< another one has no replica, no settings and is never foreign
        LabServerOptions server;
        bool looks = true;
        std::set<std::string> locks;
        bool own = true; ///< see KeyBook
        bool replica = false;
        bool cluster = false;            ///< server and replica are nodes of a cluster, which LabCluster forms
        std::optional<Endpoint> foreign; ///< the endpoint of a foreign server; then the other options are ignored
    };

    /// Blocks until the server answers, unless it is foreign. Errors as LabServer::start().
    static Result<std::unique_ptr<RunServer>> start(Options options, EventLoop &loop, Clock &clock, Poller &poller);
    ~RunServer();

    Task<Result<void>> open();   ///< opens the record, and waits for a replica to follow. Errors: as ServerRecord::open(); Timeout
    Task<Result<void>> follow(); ///< waits for the replica alone, which in a cluster does not follow before it is told to

    std::function<void(const ServerTurn &)> turned;                  ///< before the client gets the reply
    std::function<void(const std::vector<ElementChange> &)> changed; ///< changes that no command caused
    std::function<void(const Error &)> lost;                         ///< the server is gone, without a plan

    bool nameKey(const Bytes &key, const std::string &lock); ///< as KeyBook::nameKey(); the next one as KeyBook::keyOf()
    Bytes keyOf(const std::string &lock) const;

    // The following functions are about the primary.
    Bytes holderOf(const std::string &lock) const;      ///< as StoreRecord::holderOf()
    StoreServer &server() { return *m_primary.server; } ///< not for a foreign server
    LabServer &redis() { return *m_primary.redis; }     ///< only if its store is Redis
    GatedServer &gated() { return *m_primary.gated; }
    const Endpoint &endpoint() const;                ///< where it is for the Lab itself, with its user, password and database
    std::int64_t pid() const;                        ///< -1: it is foreign, or was killed
    Task<Result<Reply>> command(Args words, int db); ///< of Redis; does not pass the gates; errors as singleCommand()
    Task<Result<std::string>> version();             ///< likewise, of any store
    Store store() const { return m_options.store; }

    void add(Gate &gate) { m_gates.insert(&gate); } ///< the gate always leads to the current primary
    void remove(Gate &gate) { m_gates.erase(&gate); }

    Task<Result<void>> restart(StoreServer::Data data); ///< completes when it serves again. Error: the server could not be restarted

    void cutReplication(); ///< cannot be undone
    /// Kills the primary and puts its replica in its place. The replica has all data of the primary, unless replication was cut. Completes
    /// when it serves. Error: the server is lost for good.
    Task<Result<void>> promote();

    // The following functions are about a node of a cluster.
    LabServer *replica() const { return m_replica.redis; } ///< null: it was promoted, or there is none
    int relayPort() const;                                 ///< leads to the primary until cutReplication(); 0: it was cut
    const std::set<int> &ports() const { return m_ports; } ///< all ports that the cluster has announced for it or its replica

    /// These keys are about to be moved to `other` by the operator's MIGRATE: that is no change of their elements.
    void beginMove(RunServer &other, std::vector<Bytes> keys);
    void endMove() { m_receiver = nullptr; }

private:
    struct Member
    {
        std::unique_ptr<StoreServer> server; ///< null: a foreign server
        LabServer *redis = nullptr;          ///< the same; null: another store, or foreign
        std::unique_ptr<ServerWay> way;
        std::unique_ptr<GatedServer> gated;
    };

    RunServer(Options options, EventLoop &loop, Clock &clock, Poller &poller);
    Result<void> startPrimary();
    Result<Member> startMember(const LabServerOptions &options);
    Result<Member> startStore();
    Result<Member> startMemcached();
    Result<Member> startEtcd();
    Result<Member> startZookeeper();
    Member behindGates(std::unique_ptr<StoreServer> server, std::unique_ptr<StoreRecord> record, const GateProtocol &protocol);
    Result<void> startReplica();
    Result<void> leadToForeign();
    void listenTo(GatedServer &gated);
    void take(const TurnReport &report);
    std::vector<ElementChange> withLocks(std::vector<ElementChange> elements) const;
    std::vector<ElementChange> changesOf(const KeyChange &change, std::int64_t author);
    bool leavesWith(const TurnReport &report) const;
    void giveAway(const KeyChange &change);
    Task<Result<void>> handOver();
    Task<Result<std::vector<ElementChange>>> missing();

    const Options m_options;
    EventLoop &m_loop;
    Clock &m_clock;
    Poller &m_poller;
    const std::unique_ptr<KeyBook> m_book;
    bool m_restarting = false;
    std::unique_ptr<ReplicationRelay> m_relay; ///< null: there is no replica, or its replication was cut
    Member m_primary;
    Member m_replica;
    std::vector<Member> m_former; ///< dead members
    std::set<Gate *> m_gates;
    std::set<int> m_ports;
    RunServer *m_receiver = nullptr; ///< of the keys that the operator moves
    std::set<Bytes> m_arriving;      ///< keys whose arrival is no change
};

} // namespace lockcore
