// SPDX-License-Identifier: MIT
// What to do about single nodes of a cluster, as text for people: one may want another password, or speak no TLS, as the only one.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/redis/endpoint.h"

#include <QStringList>

namespace lockscope {

/// Why this primary cannot be read, and what to do; empty: it can, or it is not known. `endpoint`: of the cluster.
QString nodeSentence(const lockcore::NodeState &node, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout);

/// That of the first three such primaries, how many more there are, and what to do if their addresses are of another network.
QStringList nodeSentences(const lockcore::ClusterState &cluster, const lockcore::Endpoint &endpoint, lockcore::Milliseconds timeout);

/// About addresses of another network; empty: the address of this primary is not the reason, or the endpoint has a map.
QString mapHint(const lockcore::NodeState &node, const lockcore::Endpoint &endpoint);

} // namespace lockscope
