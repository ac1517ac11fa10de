// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/monitor_state.h"

#include <algorithm>

namespace lockcore {

const NodeState *ClusterState::find(std::string_view address) const
{
    const auto found = std::ranges::find(primaries, address, &NodeState::address);
    return found == primaries.end() ? nullptr : &*found;
}

const NodeState *MonitorState::lostNodeOf(const LockInfo &lock) const
{
    const auto *node = cluster ? cluster->find(lock.node) : nullptr;
    return node && node->isLost() ? node : nullptr;
}

} // namespace lockcore
