// SPDX-License-Identifier: MIT
// Where the primary is, according to Redis Sentinel. The sentinels are asked all at once; the answer is what more than half of those that
// answer say. On the thread of the loop. Source: SENTINEL GET-MASTER-ADDR-BY-NAME and `+switch-master` in Redis' guidelines for clients of
// Sentinel.
#pragma once

#include "lockcore/base/task.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"

namespace lockcore {

/// The primary's own endpoint, without a group. Waits at most `timeout`, and at most 1 s for a sentinel that does not answer. Errors:
/// Refused "unknown-primary" (the sentinels watch no primary of this name), "not-a-sentinel"; Server (the sentinels want a password);
/// Transport "no-sentinel" (none answers) or "sentinels-disagree".
Task<Result<Endpoint>> primaryOf(Endpoint endpoint, Milliseconds timeout, EventLoop &loop, Clock &clock);

/// Waits until the sentinels name another primary than `now`; returns a Transport "failover" that says which. Listens to one sentinel at a
/// time, and asks all of them again whenever it connects. Only for an endpoint with a group.
Task<Result<void>> untilFailover(Endpoint endpoint, HostPort now, EventLoop &loop, Clock &clock);

} // namespace lockcore
