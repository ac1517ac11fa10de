// SPDX-License-Identifier: MIT
// A process's connections to the primaries of a Redis Cluster: one for each that a command has needed. A command goes to the node that
// serves the slot of its keys, and follows MOVED and ASK. Only commands that certainly did not run are sent again: after a lost connection
// or a time-out the answer is lost, as with a single server.
#pragma once

#include "lockcore/live/asking.h"
#include "lockcore/live/live_companion.h"
#include "lockcore/live/subscription_hub.h"
#include "lockcore/redis/command_keys.h"
#include "lockcore/redis/topology_watch.h"

namespace lockcore {

/// If the keys live in different slots: Refused "cross-slot", a sentence that says how to name the lock.
std::optional<Error> crossSlot(std::span<const Bytes> keys);

class ClusterLinks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterLinks)

public:
    ClusterLinks(Endpoint cluster, ConnectionOptions options, EventLoop &loop, Clock &clock);
    ~ClusterLinks() override;

    /// Finds the nodes. Errors: those of topologyOf(). Connections open when a command needs them.
    Task<Result<void>> open() { return m_watch.open(); }

    /// Completes with the reply; as lost; or as not sent: immediately "cross-slot", or if the slot's node cannot be reached, or if the
    /// cluster does not serve the slot (CLUSTERDOWN, TRYAGAIN) before the command's time-out. `byName`: an EVAL that may be an EVALSHA.
    void ask(std::vector<Bytes> command, bool byName, Completion<Answer> done);

    /// The node that serves this key's slot; none if the slot has no node.
    std::optional<Endpoint> nodeOf(std::string_view key) const;

    /// If the answer is MOVED, notes it and returns true.
    bool noteMoved(const Answer &answer);

    /// Messages of this channel. Every node has the messages of all nodes; this is the node of the channel's slot, so that a lock and its
    /// channel are lost together. Null: the slot has no node.
    SubscriptionHub *hub(std::string_view channel);

signals:
    /// A replica has become a primary. A write that its old primary did not pass on to it is gone.
    void failedOver(const lockcore::HostPort &to);

private:
    struct Link
    {
        Link(const Endpoint &endpoint, const ConnectionOptions &options, EventLoop &loop, Clock &clock)
            : connection(endpoint, options, loop, clock)
        { }
        Connection connection;
        KnownScripts scripts;
        std::vector<Completion<void>> waiters; ///< for the end of open()
        std::string refusal;                   ///< why the last open() failed
    };

    Task<void> route(std::vector<Bytes> command, bool byName, Completion<Answer> done);
    Task<Answer> sendTo(Endpoint node, bool asking, std::vector<Bytes> command, bool byName);
    Link &linkTo(const Endpoint &node);
    Error unreachable(const Link &link) const;
    Waiting<void> whenOpened(Link &link);
    Task<void> openLink(Link &link);
    Task<void> openAgain(HostPort address);
    bool serves(const HostPort &address) const;
    void follow(const ClusterTopology &before);
    void dropOld();

    const ConnectionOptions m_options;
    EventLoop &m_loop;
    Clock &m_clock;
    TopologyWatch m_watch;
    std::map<HostPort, std::unique_ptr<Link>> m_links;
    std::map<HostPort, std::unique_ptr<SubscriptionHub>> m_hubs;
    Scope m_opening;
    Companions m_routes; ///< each ends with its command's asker
};

} // namespace lockcore
