// SPDX-License-Identifier: MIT
// One server of a run: redis-server, its turnstile and record, and the book of its keys; perhaps a replica that can take its place. Or a
// foreign server, of which nothing is recorded but turns. What happens on it comes out as plain values, in the order of execution.
// Lives on the thread of its event loop; outlives its links.
#pragma once

#include "lockcore/lab/record/lab_server.h"
#include "lockcore/lab/resp/element_change.h"

#include <functional>
#include <memory>
#include <set>

namespace lockcore {

class Gate;
class GatedServer;
class KeyBook;
class Poller;
class ReplicationRelay;
class ServerWay;
struct TurnReport;

/// A command, or a transaction, that was alone on the server, and what it did.
struct ServerTurn
{
    std::int64_t link = 0; ///< who
    std::vector<Bytes> words;
    bool known = true; ///< false: the server ended in between
    std::vector<ElementChange> changes;
};

class RunServer final
{
public:
    struct Options
    {
        LabServerOptions server;
        bool looks = true;
        std::set<std::string> locks;
        bool own = true; ///< see KeyBook
        bool replica = false;
        std::optional<Endpoint> foreign; ///< where it is; then the other options do not count
    };

    /// Blocks until the server answers, unless it is foreign. Errors as LabServer::start().
    static Result<std::unique_ptr<RunServer>> start(Options options, EventLoop &loop, Clock &clock, Poller &poller);
    ~RunServer();

    Task<Result<void>> open(); ///< the record, and a replica that follows. Errors: as of ServerRecord; Timeout

    std::function<void(const ServerTurn &)> turned;                  ///< before the client gets the reply
    std::function<void(const std::vector<ElementChange> &)> changed; ///< by nobody's command
    std::function<void(const Error &)> lost;                         ///< the server is gone: nobody planned that

    void nameKey(const Bytes &key, const std::string &lock); ///< as of KeyBook, as the next one
    Bytes keyOf(const std::string &lock) const;

    // The primary.
    LabServer &server() { return *m_primary.server; } ///< not of a foreign one
    GatedServer &gated() { return *m_primary.gated; }
    const Endpoint &endpoint() const;                ///< a Unix socket that leads to it, with its user, password and database
    std::int64_t pid() const;                        ///< -1: it is foreign, or killed
    Task<Result<Reply>> command(Args words, int db); ///< past the gates; as of singleCommand()
    Task<Result<std::string>> version();             ///< likewise

    void add(Gate &gate) { m_gates.insert(&gate); } ///< it leads to the primary, whichever that is
    void remove(Gate &gate) { m_gates.erase(&gate); }

    Task<Result<void>> restart(LabServer::Data data); ///< completes when it serves again. Error: the server is lost for good

    void cutReplication(); ///< for good
    /// The primary is killed, and its replica takes its place: with all that the primary had, unless replication was cut.
    /// Completes when it serves. Error: the server is lost for good.
    Task<Result<void>> promote();

private:
    struct Member
    {
        std::unique_ptr<LabServer> server; ///< none: a foreign one
        std::unique_ptr<ServerWay> way;
        std::unique_ptr<GatedServer> gated;
    };

    RunServer(Options options, EventLoop &loop, Clock &clock, Poller &poller);
    Result<void> startPrimary();
    Result<Member> startMember(const LabServerOptions &options);
    Result<void> startReplica();
    Result<void> leadToForeign();
    void listenTo(GatedServer &gated);
    void take(const TurnReport &report);
    Task<Result<void>> handOver();
    Task<Result<std::vector<ElementChange>>> missing();

    const Options m_options;
    EventLoop &m_loop;
    Clock &m_clock;
    Poller &m_poller;
    const std::unique_ptr<KeyBook> m_book;
    bool m_restarting = false;
    std::unique_ptr<ReplicationRelay> m_relay; ///< none: there is no replica, or it was cut
    Member m_primary;
    Member m_replica;
    std::vector<Member> m_former; ///< dead
    std::set<Gate *> m_gates;
};

} // namespace lockcore
