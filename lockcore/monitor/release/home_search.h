// SPDX-License-Identifier: MIT
// Where the key of one command lives.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/task.h"
#include "lockcore/redis/cluster_topology.h"
#include "lockcore/redis/event_loop.h"

namespace lockcore {

/// The server to look at, and while a look there meets a slot that has gone or is on its way, the next one. On the thread of the loop.
///
///     do {
///         auto home = co_await homes.next();
///         …
///     } while (homes.mayBeElsewhere(error));
class HomeSearch final
{
public:
    HomeSearch(Endpoint given, Bytes key, Milliseconds timeout, EventLoop &loop, Clock &clock)
        : m_given(std::move(given))
        , m_key(std::move(key))
        , m_timeout(timeout)
        , m_loop(loop)
        , m_clock(clock)
    { }

    /// Of a cluster, the node that serves the key's slot; otherwise the endpoint itself. From the second time on it waits a second first, so
    /// that the cluster can agree. Errors: those of topologyOf(); Refused "no-node".
    Task<Result<Endpoint>> next();

    /// Of a cluster, after next(): the node that announces this address.
    Endpoint nodeAt(const HostPort &announced) const { return endpointAt(announced, m_topology, m_given); }

    /// Whether this error of the look makes another one worth while, because the slot moves; at most 4 in all.
    bool mayBeElsewhere(const std::optional<Error> &error) const;

private:
    const Endpoint m_given;
    const Bytes m_key;
    const Milliseconds m_timeout;
    EventLoop &m_loop;
    Clock &m_clock;
    ClusterTopology m_topology; ///< of the last answer
    int m_homes = 0;            ///< that were found or not
};

/// Of a cluster, the one node that serves all these keys; otherwise the endpoint itself. Errors: those of topologyOf(); Refused "no-node", also
/// without a key; Refused "several-nodes".
Task<Result<Endpoint>> homeOfAll(Endpoint given, std::vector<Bytes> keys, Milliseconds timeout, EventLoop &loop, Clock &clock);

} // namespace lockcore
