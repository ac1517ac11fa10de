// SPDX-License-Identifier: MIT
// topologyOf(): the question to the nodes.
#include "lockcore/redis/cluster_topology.h"

#include "lockcore/base/bytes.h"
#include "lockcore/redis/connection.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Milliseconds nodePatience{2000};
constexpr Milliseconds stagger{100};
constexpr std::size_t mostNeighbours = 8;

bool isUnknownCommand(const Reply &reply) { return reply.text.starts_with("ERR unknown") || reply.text.starts_with("ERR Unknown"); }

// The number behind `name:` in CLUSTER INFO.
std::int64_t numberIn(const Bytes &info, std::string_view name)
{
    const auto at = info.find(name);
    return at == info.npos ? 0 : std::strtoll(info.c_str() + at + name.size(), nullptr, 10);
}

Error refusal(const HostPort &address, const Endpoint &cluster, const Reply &reply)
{
    const auto node = toString(address);
    const auto error = reply.toError();
    if (error.is("NOPERM")) {
        const auto user = cluster.user.empty() ? std::string("default") : escaped(cluster.user);
        return {ErrorKind::Refused,
                "the user " + user + " may not ask " + node + " for the nodes of its cluster, so only one node can be opened, as redis://"
                    + node + ". To open all of them: ACL SETUSER " + user + " +cluster|shards +cluster|slots +cluster|info",
                "cluster-noperm"};
    }
    if (reply.text.find("cluster support disabled") != reply.text.npos)
        return {ErrorKind::Refused, node + " is no node of a cluster: write redis://" + node + " instead of redis-cluster://",
                "not-a-cluster"};
    if (isUnknownCommand(reply))
        return {ErrorKind::Refused,
                node + " does not know the command CLUSTER: it is a proxy that hides its nodes, then write redis://" + node
                    + "; or a Sentinel, then write redis-sentinel://" + node + "/NAME",
                "no-cluster-command"};
    return error;
}

/// The answers of some nodes to one question.
class Question
{
public:
    Question(const Endpoint &cluster, Milliseconds timeout, std::int64_t leastEpoch, EventLoop &loop, Clock &clock)
        : m_cluster(cluster)
        , m_timeout(timeout)
        , m_loop(loop)
        , m_clock(clock)
        , m_leastEpoch(leastEpoch)
        , m_asked(cluster.cluster->nodes)
        , m_open(m_asked.size())
        , m_scope(loop)
    {
        Milliseconds pause{0};
        for (const auto &address : m_asked) {
            m_scope.start(askAfter(pause, address, endpointOf(address, m_cluster)));
            pause += stagger;
        }
        m_scope.start(giveUp());
    }

    Waiting<void> finished() { return m_finished.waiting(); }

    Result<ClusterTopology> result() const
    {
        if (!m_best)
            return m_error ? *m_error : Error{ErrorKind::Transport, "no node of the cluster answers: " + m_silence, "no-cluster-node"};
        if (m_best->covered() == 0)
            return *uncovered(*m_best);
        return *m_best;
    }

private:
    Task<void> askAfter(Milliseconds pause, HostPort address, Endpoint endpoint)
    {
        co_await m_clock.after(pause);
        auto asking = ask(address, std::move(endpoint));
        const auto found = co_await asking;
        note(address, found);
    }

    // The answer may be that of a minority: those that it names may know better.
    void askNeighbours(const ClusterTopology &topology)
    {
        Milliseconds pause{0};
        for (const auto &node : topology.nodes) {
            if (m_asked.size() >= m_cluster.cluster->nodes.size() + mostNeighbours)
                return;
            if (std::ranges::find(m_asked, node.address) != m_asked.end())
                continue;
            m_asked.push_back(node.address);
            ++m_open;
            m_scope.start(askAfter(pause, node.address, endpointOf(node, m_cluster))); // with the name that its certificate has
            pause += stagger;
        }
    }

    Task<void> giveUp()
    {
        co_await m_clock.after(m_timeout);
        if (m_silence.empty())
            m_silence = toString(m_cluster.cluster->nodes.front()) + " has not answered in time";
        m_finished.complete();
    }

    Task<Result<ClusterTopology>> ask(HostPort address, Endpoint endpoint)
    {
        ConnectionOptions options;
        options.connectTimeout = options.commandTimeout = std::min(m_timeout, nodePatience);
        Connection connection(std::move(endpoint), std::move(options), m_loop, m_clock);
        const auto opened = co_await connection.open();
        if (!opened)
            co_return opened.error();
        Batch batch;
        batch.add({"CLUSTER", "SHARDS"}).add({"CLUSTER", "INFO"});
        auto replies = co_await connection.send(std::move(batch));
        if (!replies)
            co_return replies.error();
        const bool tls = m_cluster.transport == Endpoint::Transport::Tls;
        auto found = topologyInShards(replies->front(), address, tls);
        if (replies->front().isError()) { // SHARDS came with 7.0
            const auto ranges = co_await connection.command("CLUSTER", "SLOTS");
            if (!ranges)
                co_return ranges.error();
            found = ranges->isError() ? Result<ClusterTopology>(refusal(address, m_cluster, *ranges)) : topologyInSlots(*ranges, address);
        }
        if (found.ok())
            complete(*found, replies->back());
        co_return found;
    }

    // Without permission for INFO: epoch 0.
    void complete(ClusterTopology &topology, const Reply &info) const
    {
        for (auto &node : topology.nodes)
            node.address = reachable(m_cluster.cluster->reachable, node.announced);
        if (info.isError())
            return;
        topology.epoch = numberIn(info.text, "cluster_current_epoch:");
        topology.serves = info.text.find("cluster_state:ok") != info.text.npos;
    }

    void note(const HostPort &address, const Result<ClusterTopology> &found)
    {
        --m_open;
        if (!found) {
            noteError(address, found.error());
        } else if (!m_best || std::pair(found->serves, found->epoch) > std::pair(m_best->serves, m_best->epoch)) {
            m_best = *found;
        }
        const bool good = found.ok() && found->serves && found->covered() > 0 && (found->epoch >= m_leastEpoch || found->epoch == 0);
        if (found.ok() && !good)
            askNeighbours(*found);
        if (good || m_open == 0)
            m_finished.complete();
    }

    // A node that says why is more than a node that is silent.
    void noteError(const HostPort &address, const Error &error)
    {
        if (error.kind == ErrorKind::Transport || error.kind == ErrorKind::Timeout)
            m_silence += (m_silence.empty() ? "" : "; ") + toString(address) + ": " + escaped(error.text);
        else if (!m_error)
            m_error = error;
    }

    const Endpoint &m_cluster;
    const Milliseconds m_timeout;
    EventLoop &m_loop;
    Clock &m_clock;
    const std::int64_t m_leastEpoch;
    std::vector<HostPort> m_asked;
    std::size_t m_open; ///< nodes that have not answered
    std::optional<ClusterTopology> m_best;
    std::optional<Error> m_error;
    std::string m_silence;
    Completion<void> m_finished;
    Scope m_scope;
};

} // namespace

Task<Result<ClusterTopology>> topologyOf(Endpoint cluster, Milliseconds timeout, EventLoop &loop, Clock &clock, std::int64_t leastEpoch)
{
    Question question(cluster, timeout, leastEpoch, loop, clock);
    co_await question.finished();
    co_return question.result();
}

} // namespace lockcore
