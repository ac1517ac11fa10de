// SPDX-License-Identifier: MIT
// What a worker learns of a cluster's addresses: those of its own gates, so that each of its connections leads through one. A gate leads to
// whatever serves the slots of one primary, so a worker sees primaries only. Pure; any thread. Sources: the cluster specification of Redis,
// and redis.io on CLUSTER SLOTS, CLUSTER SHARDS and CLUSTER NODES.
#pragma once

#include "lockcore/lab/resp/command_kind.h"

#include <map>

namespace lockcore {

using GatePorts = std::map<int, int>; ///< the port that a node announces → the worker's gate to it, both on 127.0.0.1

/// The reply to `request`, with the gates' ports in MOVED, ASK, CLUSTER SLOTS, CLUSTER SHARDS and CLUSTER NODES. Other replies, and those
/// in no known form, stay as they are. A node without a gate, a replica, and a primary without slots are left out.
Bytes withGates(const Words &request, Bytes reply, const GatePorts &gates);

} // namespace lockcore
