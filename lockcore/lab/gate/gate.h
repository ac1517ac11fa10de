// SPDX-License-Identifier: MIT
// A worker's way to one server: a TCP listener on a free port of 127.0.0.1, with the faults of a network. Each client connection
// has a connection of its own to the server's Unix socket. Clients authenticate themselves; the gate never does it for them.
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
    std::int64_t id = 0;    ///< the worker's incarnation, say: reports carry it
    std::uint64_t seed = 1; ///< of jitter
};

class Gate final : public QObject, private Poller::Watch
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Gate)

public:
    enum class Passage { Pass, Lose };

    Gate(GatedServer &server, GateOptions options);
    ~Gate() override; ///< at once, with what is on its way: end() first

    Result<int> listen(); ///< the port. Error: Transport
    Result<void> listenAt(
        const std::string &path); ///< instead: on a Unix socket, which whoever owns its directory removes. Error: Transport
    int port() const { return m_port; }
    std::int64_t id() const { return m_options.id; }

    void setFaults(GateFaults faults) { m_faults = std::move(faults); }

    /// Ends GateFault::Hold of the request with this id, or of its reply: it passes, or is lost with all that comes after it.
    /// False: nothing is held.
    bool release(std::int64_t request, Passage passage = Passage::Pass);

    /// A network that is interrupted for all connections, in one or both directions, until it goes on. Nothing is lost: what was
    /// sent meanwhile arrives late, even from a client that is dead by then. New connections are accepted, and silent.
    void setFlow(bool requests, bool replies);

    void reset();        ///< all clients see "connection reset by peer"
    void resetDamaged(); ///< those do from whose stream something is missing: they would be deaf for ever

    /// Stops listening and resets all clients. Emits ended() once all that had been received is executed.
    void end();

    /// The role of `server` from now on: resets all connections, as after a failover. The old server must outlive the gate, too.
    void leadTo(GatedServer &server);

    std::size_t connections() const { return m_links.size(); } ///< including those whose client is gone

signals:
    void ended();
    /// A client or the server broke the protocol, or a client used a command that the gate refuses. For the report.
    void misused(std::int64_t connection, const lockcore::Error &error);

private:
    friend class GateLink;

    void ready(std::uint32_t events) override; ///< someone connects
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
    std::mt19937_64 m_random;
    FileDescriptor m_listener;
    int m_port = 0;
    bool m_ending = false;
    Direction m_requests;
    Direction m_replies;
    std::map<std::int64_t, Completion<Passage>> m_held; ///< by request
    std::int64_t m_connections = 0;
    std::vector<std::unique_ptr<GateLink>> m_links;
};

} // namespace lockcore
