// SPDX-License-Identifier: MIT
// One view of a cluster, made of what the monitors of its primaries report and of the cluster's topology. No I/O, no clock; one thread.
//
// A node is believed about the slots that it serves. What another one says about them waits until the topology has changed. A lock that
// leaves its node, or whose slot does, is on its way: it stays in the view until its new node shows it (*moved*, or *seen* if it is not the
// same), or a while has passed without that (*out of sight*). So a slot that moves, or a failover, acquires nothing and ends nothing.
//
// Each node has a clock of its own. Its times are shifted by whole milliseconds to the clock of this view, always by the same number, for as
// long as the node's clock does not jump.
#pragma once

#include "lockcore/monitor/cluster/cluster_state.h"
#include "lockcore/monitor/release/release.h"

#include <unordered_map>

namespace lockcore {

/// Which node serves which slot. A node keeps its number when another server is promoted in its place.
struct ClusterLayout
{
    static constexpr std::uint16_t nobody = 0xffff;

    std::vector<std::string> addresses; ///< by number: of the primary, `host:port`; empty: it serves no slot any more
    std::vector<std::uint16_t> owners;  ///< by slot: a number, or nobody
    std::int64_t nodes = 0;             ///< of the cluster, with the replicas
    std::int64_t slotsServed = 0;       ///< by a node that the cluster does not take for failed
};

class ClusterView
{
public:
    using Node = std::size_t;

    /// `lists`: each node reports once, and nothing is kept after takeChange().
    explicit ClusterView(bool lists, std::size_t mostEvents);

    void setLayout(ClusterLayout layout, Moment now);

    void take(Node node, MonitorChange change);

    /// A release of a lock that is on its way: no node will say that it has gone. Its times are those of the view.
    void takeRelease(const ReleaseReport &report);

    /// The cluster cannot be asked for its nodes; none: it can.
    void setError(std::optional<Error> error) { m_error = std::move(error); }

    /// Whether a node has said something that does not fit the layout, since the last call.
    bool takeDoubt() { return std::exchange(m_doubt, false); }

    /// Keys that may have come to a node, and that it should look at. Call it about once a second: locks that stay on their way for too long
    /// get out of sight.
    std::vector<std::pair<Node, std::vector<Bytes>>> lookFor(Moment now);

    bool isAnyLost() const;
    bool isAnyOnItsWay() const { return m_onTheirWay > 0; }

    std::optional<Node> nodeOf(std::string_view key) const;                         ///< that serves its slot; none: nobody does
    Milliseconds shiftOf(Node node) const;                                          ///< what is added to its times
    const std::string &addressOf(Node node) const { return m_nodes.at(node).name; } ///< its last one

    /// Everything since the last call. `now` is as of Clock::now().
    MonitorChange takeChange(Moment now);

private:
    struct Way ///< of a lock that has left its node
    {
        Moment since{};
        std::optional<Moment> asked{}; ///< since when the node that should have it is asked
        Moment askedLast{};
    };

    struct Carried ///< what its earlier node knew of a lock, in the view's time
    {
        ServerTime heldSince{};
        bool observed = false;
        Renewals renewals;
    };

    struct Entry
    {
        Node node = 0;
        LockInfo lock; ///< in the node's time
        std::optional<Way> way{};
        std::optional<Carried> carried{};
        bool changed = false;
    };

    struct Shown ///< by a node, in its time
    {
        LockInfo lock;
        ServerTime at{}; ///< when the look was taken
    };

    struct Claim ///< of a node that does not serve the slot
    {
        Node node = 0;
        Shown shown;
        std::vector<LockEvent> events;
    };

    struct Member
    {
        WatchedNode watched;
        std::optional<Milliseconds> shift;
        PossibleLocks possible;         ///< in the node's time
        std::string name;               ///< its last address
        std::optional<Moment> promoted; ///< when another server took its place
        std::optional<Moment> lost;     ///< since when it is not read
    };

    /// What becomes of a node's events about a lock, if they are not just reported.
    struct Fate
    {
        enum class What { Drop, Claimed, Arrives };
        What what = What::Drop;
        ServerTime arrived{}; ///< Arrives: when the look was taken, in the node's time; only later events are news
    };
    using Fates = std::unordered_map<LockId, Fate>;

    void adjustClock(Node node, const MonitorChange &change);
    void takeState(Node node, MonitorState state, ServerTime nodeNow);
    void takeLock(Node node, Shown shown, Fates &fates);
    void takeGone(Node node, MonitorChange::Gone gone, Fates &fates);
    void takeEvents(Node node, std::vector<LockEvent> events, const Fates &fates);
    void arrive(Entry &entry, Node node, Shown there);
    bool isSame(const Entry &entry, Node node, const LockInfo &lock) const;
    std::string whyLost(const Entry &entry, Node now) const;
    bool wasPromoted(const Entry &entry, Node now) const;
    void leave(Entry &entry, Moment now);
    void lose(const LockId &id, const std::string &why);
    void remove(const LockId &id, LockEvent event);
    void promote(Node node, Moment now);
    void settleClaims();
    void report(Node node, LockEvent event);
    void noteChange(Entry &entry);
    LockInfo shown(const Entry &entry) const;
    bool serves(Node node, std::string_view key) const { return nodeOf(key) == node; }
    bool isLive(Node node) const { return m_nodes.at(node).watched.state.phase == MonitorPhase::Live; }
    ServerTime timeAt(Moment moment) const;
    ServerTime timeOf(Node node, ServerTime nodesTime) const { return shifted(nodesTime, node); }
    ServerTime shifted(ServerTime nodesTime, Node node) const;
    void joinPossible();

    const bool m_lists;
    const std::size_t m_mostEvents;
    ClusterLayout m_layout;
    std::vector<Member> m_nodes;
    std::optional<std::pair<Moment, ServerTime>> m_clock; ///< two names of one moment: the view's clock
    std::unordered_map<LockId, Entry> m_entries;
    std::unordered_map<LockId, Claim> m_claims;
    std::size_t m_onTheirWay = 0;
    std::vector<LockId> m_changed;
    std::vector<MonitorChange::Gone> m_gone;
    std::vector<LockEvent> m_events;
    PossibleLocks m_possible;
    std::optional<Error> m_error;
    std::uint64_t m_number = 0;
    std::int64_t m_coalesced = 0;
    std::int64_t m_forgotten = 0;
    Moment m_now{}; ///< of the last change
    bool m_doubt = false;
};

} // namespace lockcore
