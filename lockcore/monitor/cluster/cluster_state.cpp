// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster/cluster_state.h"

#include "lockcore/monitor/reading/server_check.h"

#include <algorithm>
#include <map>

namespace lockcore {

namespace {

using Phase = MonitorPhase;

bool isWatched(const WatchedNode &node) { return !node.address.empty(); }

bool isLost(const WatchedNode &node) { return node.state.phase == Phase::Lost || node.state.phase == Phase::Failed; }

// The one that is least far; but a node that cannot be reached does not hold up the others.
Phase phaseOf(const std::vector<WatchedNode> &nodes)
{
    std::optional<Phase> phase;
    bool failed = true;
    for (const auto &node : nodes) {
        if (!isWatched(node))
            continue;
        failed = failed && node.state.phase == Phase::Failed;
        if (!isLost(node))
            phase = std::min(phase.value_or(Phase::Live), node.state.phase);
    }
    return phase.value_or(failed ? Phase::Failed : Phase::Lost);
}

NodeState nodeState(const WatchedNode &node, std::size_t number)
{
    NodeState state;
    state.number = number;
    state.address = node.address;
    state.phase = node.state.phase;
    state.error = node.state.error;
    state.unknownSince = node.unknownSince;
    state.feed = node.state.feed;
    state.feedReason = node.state.feedReason;
    state.locks = node.state.locks;
    state.slotsServed = node.slotsServed;
    return state;
}

template <class T, class Add>
void join(std::optional<T> &all, const std::optional<T> &one, Add add)
{
    if (one)
        all = all ? add(*all, *one) : *one;
}

void joinFacts(ServerFacts &all, const ServerFacts &one, bool first)
{
    all.version = first || (!one.version.empty() && one.version < all.version) ? one.version : all.version;
    all.role = "primary";
    all.mode = "cluster";
    all.memory += one.memory;
    all.keys += one.keys;
    all.hasPexpiretime = one.hasPexpiretime && (first || all.hasPexpiretime);
    std::map<int, std::int64_t> databases(all.databases.begin(), all.databases.end());
    for (const auto &[number, keys] : one.databases)
        databases[number] += keys;
    all.databases.assign(databases.begin(), databases.end());
}

void joinCoverage(Coverage &all, const Coverage &one, bool lists)
{
    for (const auto &some : one.unread) {
        if (some.why == UnreadKeys::Why::Elsewhere && !lists)
            continue; // that node is watched, too
        const auto same = std::ranges::find(all.unread, some.why, &UnreadKeys::why);
        if (same == all.unread.end()) {
            all.unread.push_back(some);
        } else {
            same->keys += some.keys;
            same->suspects += some.suspects;
        }
    }
    all.stale = all.stale || one.stale;
    if (!all.refused)
        all.refused = one.refused;
}

// The weakest feed counts, with the reason of the node that has it.
void joinFeed(MonitorState &all, const WatchedNode &node, bool first)
{
    const auto &one = node.state;
    all.allNames = one.allNames && (first || all.allNames);
    all.heartbeatOk = one.heartbeatOk && (first || all.heartbeatOk);
    for (const auto &prefix : one.prefixes) {
        if (std::ranges::find(all.prefixes, prefix) == all.prefixes.end())
            all.prefixes.push_back(prefix);
    }
    if (first || (one.feed > all.feed && one.feed != MonitorFeed::None)) {
        all.feed = one.feed;
        all.feedReason = one.feedReason;
    }
    join(all.pollInterval, one.pollInterval, [](auto a, auto b) { return std::max(a, b); });
    join(all.sweepInterval, one.sweepInterval, [](auto a, auto b) { return std::max(a, b); });
    join(all.nextSweepIn, one.nextSweepIn, [](auto a, auto b) { return std::min(a, b); });
    join(all.roundTrip, one.roundTrip, [](auto a, auto b) { return std::max(a, b); });
}

bool isOfOneNode(Notice::Kind kind, bool lists)
{
    return kind == Notice::Kind::ClusterNode || kind == Notice::Kind::FailedOver || (kind == Notice::Kind::KeysElsewhere && !lists);
}

/// What all nodes say is said once; what only some say, with their names.
template <class T, class Name>
std::vector<T> unionOf(const std::vector<std::pair<std::string, std::vector<T>>> &said, Name name)
{
    std::vector<T> all;
    for (const auto &[address, items] : said) {
        for (const auto &item : items) {
            const auto says = [&](const auto &other) { return std::ranges::find(other.second, item) != other.second.end(); };
            auto named = std::ranges::all_of(said, says) ? item : name(address, item);
            if (std::ranges::find(all, named) == all.end())
                all.push_back(std::move(named));
        }
    }
    return all;
}

} // namespace

MonitorState stateOf(const std::vector<WatchedNode> &nodes, bool lists)
{
    MonitorState all;
    all.phase = phaseOf(nodes);
    all.cluster.emplace();
    all.everLive = std::ranges::any_of(nodes, [](const auto &node) { return isWatched(node) && node.state.everLive; });
    std::vector<std::pair<std::string, std::vector<Notice>>> notices;
    std::vector<std::pair<std::string, std::vector<std::string>>> blindSpots;
    bool first = true;
    for (std::size_t number = 0; number < nodes.size(); ++number) {
        const auto &node = nodes[number];
        if (!isWatched(node))
            continue;
        all.cluster->primaries.push_back(nodeState(node, number));
        all.keysSeen += node.state.keysSeen;
        all.keysTotal += node.state.keysTotal;
        all.eventsForgotten += node.state.eventsForgotten;
        joinCoverage(all.coverage, node.state.coverage, lists);
        if (isLost(node)) {
            all.coverage.refused = node.state.error;
            if (!all.error)
                all.error = node.state.error;
            continue;
        }
        joinFacts(all.server, node.state.server, first);
        joinFeed(all, node, first);
        all.sweeping = all.sweeping || node.state.sweeping;
        all.commandsPerSecond += node.state.commandsPerSecond;
        auto &its = notices.emplace_back(node.address, node.state.notices).second;
        std::erase_if(its, [lists](const Notice &notice) { return isOfOneNode(notice.kind, lists); });
        blindSpots.emplace_back(node.address, node.state.blindSpots);
        first = false;
    }
    std::ranges::sort(all.cluster->primaries, {}, &NodeState::address);
    for (const auto &node : all.cluster->primaries) {
        if (const auto &predecessor = nodes[node.number].predecessor; !predecessor.empty())
            all.notices.push_back({Notice::Kind::FailedOver, "in place of " + predecessor, node.address});
        if (node.isLost() && node.error && !(nodes[node.number].isAwaited && *node.error == notPrimary()))
            all.notices.push_back({Notice::Kind::NodeLost, node.error->text, node.address});
    }
    for (auto &notice : unionOf(notices, [](const auto &address, Notice notice) {
             notice.node = address;
             return notice;
         }))
        all.notices.push_back(std::move(notice));
    all.blindSpots = unionOf(blindSpots, [](const auto &address, const std::string &spot) { return address + ": " + spot; });
    if (all.phase == Phase::Live)
        all.error.reset();
    return all;
}

PossibleLocks possibleOf(const std::vector<PossibleLocks> &nodes)
{
    std::vector<LockInfo> locks;
    std::map<std::string, std::int64_t> many;
    PossibleLocks all;
    for (const auto &node : nodes) {
        locks.insert(locks.end(), node.locks.begin(), node.locks.end());
        for (const auto &[kind, count] : node.many)
            many[kind] += count;
        all.notShown += node.notShown;
        all.freeNamesUnread = all.freeNamesUnread || node.freeNamesUnread;
    }
    std::ranges::sort(locks, {}, &LockInfo::id);
    if (locks.size() > PossibleLocks::mostInAll) {
        all.notShown += static_cast<std::int64_t>(locks.size() - PossibleLocks::mostInAll);
        locks.resize(PossibleLocks::mostInAll);
    }
    std::vector<ManyAlike> kinds;
    for (const auto &[kind, count] : many)
        kinds.push_back({kind, count});
    std::ranges::stable_sort(kinds, std::greater(), &ManyAlike::count);
    if (kinds.size() > PossibleLocks::mostKinds) {
        for (auto kind = kinds.begin() + PossibleLocks::mostKinds; kind != kinds.end(); ++kind)
            all.notShown += kind->count;
        kinds.resize(PossibleLocks::mostKinds);
    }
    all.locks = std::move(locks);
    all.many = std::move(kinds);
    return all;
}

} // namespace lockcore
