// SPDX-License-Identifier: MIT
// A worker's way to one server: a TCP listener on a free port of 127.0.0.1, with the faults of a network. Each client connection
// has its own connection to the server. Clients authenticate themselves; the gate never does it for them.
// Lives on the thread of its GatedServer.
//
// A client's death, a cut or a reset never ends a turn: the server's side stays open until the reply or its barrier, and whole
// requests that the gate had received are still forwarded, as a kernel would.
#pragma once

#include "lockcore/lab/gate/gated_server.h"

#include <map>
#include <memory>
#include <random>

namespace lockcore {

class GateLink;

struct GateOptions
{
    std::int64_t id = 0;    ///< chosen by the owner, for example the worker's incarnation; reports carry it
    std::uint64_t seed = 1; ///< for the jitter
};

class Gate final : public QObject, private Poller::Watch
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Gate)

public:
    enum class Passage { Pass, Lose };

    Gate(GatedServer &server, GateOptions options);
    ~Gate() override; ///< ends immediately and drops everything that is on its way: call end() first

    Result<int> listen(); ///< the port. Error: Transport
    Result<void> listenAt(
        const std::string &path); ///< instead: on a Unix socket, which the owner of its directory removes. Error: Transport
    int port() const { return m_port; }
    std::int64_t id() const { return m_options.id; }

    void setFaults(GateFaults faults) { m_faults = std::move(faults); }

    /// Makes what a client receives of each reply; for the addresses of a cluster. Set it before the first client connects.
    using Rewriting = std::function<Bytes(const Words &request, Bytes reply)>;
    void setRewriting(Rewriting rewriting) { m_rewriting = std::move(rewriting); }

    /// Ends the GateFault::Hold of the request with this id, or of its reply. Pass: it passes. Lose: it is lost, with all later messages.
    /// False: nothing is held.
    bool release(std::int64_t request, Passage passage = Passage::Pass);

    /// Interrupts the network for all connections, in one or both directions, until a call with true. Nothing is lost: what is sent
    /// meanwhile arrives late, even from a client that has died meanwhile. New connections are accepted, but get no answer.
    void setFlow(bool requests, bool replies);

    void reset();        ///< all clients see "connection reset by peer"
    void resetDamaged(); ///< resets the clients whose stream has a gap: they would never receive an answer again

    /// Stops listening and resets all clients. Emits ended() when every request that had been received has been executed.
    void end();

    /// From now on `server` is the gate's server: resets all connections, as after a failover. The old server must outlive the gate, too.
    void leadTo(GatedServer &server);

    std::size_t connections() const { return m_links.size(); }   ///< includes connections whose client is gone
    std::int64_t requestsSeen() const { return m_requestsSeen; } ///< that began to pass and are not set-up; of opaque bytes: pieces

signals:
    void ended();
    /// A client or the server broke the protocol, or a client used a command that the gate refuses. For the run's report.
    void misused(std::int64_t connection, const lockcore::Error &error);

private:
    friend class GateLink;

    void ready(std::uint32_t events) override; ///< a client connects
    Waiting<Passage> hold(std::int64_t request);
    Waiting<void> requestsFlow();
    Waiting<void> repliesFlow();
    Milliseconds jittered(const GateFault &fault);
    void remove(GateLink &link);
    void endIfIdle();

    struct Direction
    {
        bool flows = true;
        std::vector<Completion<void>> waiters;
        Waiting<void> flow();
        void set(bool on);
    };

    GatedServer *m_server;
    const GateOptions m_options;
    GateFaults m_faults;
    Rewriting m_rewriting;
    std::mt19937_64 m_random;
    FileDescriptor m_listener;
    int m_port = 0;
    bool m_ending = false;
    Direction m_requests;
    Direction m_replies;
    std::map<std::int64_t, Completion<Passage>> m_held; ///< by the request's id
    std::int64_t m_connections = 0;
    std::int64_t m_requestsSeen = 0;
    std::vector<std::unique_ptr<GateLink>> m_links;
};

} // namespace lockcore
