// SPDX-License-Identifier: MIT
// The states of a cluster's nodes as one state. Pure.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"

namespace lockcore {

/// One primary, and what its own monitor has reported last; all times are those of the cluster's view.
struct WatchedNode
{
    std::string address; ///< `host:port`; empty: it serves nothing any more, and is not watched
    MonitorState state;
    std::optional<ServerTime> unknownSince; ///< see NodeState
    std::int64_t slotsServed = 0;
    bool isAwaited = false;    ///< it has been lost for a moment only: if it has become a replica, its successor is about to be named
    std::string predecessor{}; ///< the address of the primary in whose place this one was promoted during the watch; empty: none
};

/// `nodes` by number. Fills in everything but `locks`, `possible` and what the merge counts itself. `lists`: nothing is watched, so what a node said about
/// keys of other nodes stays a gap.
MonitorState stateOf(const std::vector<WatchedNode> &nodes, bool lists);

/// The possible locks of all nodes, within the bounds of PossibleLocks.
PossibleLocks possibleOf(const std::vector<PossibleLocks> &nodes);

} // namespace lockcore
