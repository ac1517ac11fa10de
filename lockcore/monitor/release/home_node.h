// SPDX-License-Identifier: MIT
// Where the key of one command lives.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/task.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"

namespace lockcore {

/// Of a cluster, the node that serves the key's slot; otherwise the endpoint itself. On the thread of the loop. Errors: those of
/// topologyOf(); Refused "no-node": no node serves the slot.
Task<Result<Endpoint>> homeOf(Endpoint endpoint, Bytes key, Milliseconds timeout, EventLoop &loop, Clock &clock);

/// The same for a slot that has just moved, or moves: waits a second first, so that the cluster can agree. At most `mostHomes` in all.
Task<Result<Endpoint>> nextHomeOf(Endpoint endpoint, Bytes key, Milliseconds timeout, EventLoop &loop, Clock &clock);
inline constexpr int mostHomes = 4;

} // namespace lockcore
