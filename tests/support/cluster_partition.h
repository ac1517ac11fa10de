// SPDX-License-Identifier: MIT
// Can cut a node of a RedisCluster off from the others, while clients go on to reach all of them: the nodes' buses pass through gates that
// know by its source address who connects. Needs Redis 7.0 (bind-source-addr), no TLS, and the test's event loop to run.
#pragma once

#include "support/redis_cluster.h"

#include <QTcpServer>
#include <QTcpSocket>

namespace lockcore::test {

class ClusterPartition final
{
public:
    /// Returns when each node talks to each other one through the gates.
    explicit ClusterPartition(RedisCluster &cluster);
    ~ClusterPartition();
    ClusterPartition(const ClusterPartition &) = delete;
    ClusterPartition &operator=(const ClusterPartition &) = delete;

    void isolate(const RedisServer &node); ///< it and the others hear nothing from each other from now on

private:
    struct Gate ///< before the bus of one node
    {
        const RedisServer *node = nullptr;
        QString source; ///< from which the node connects to others
        quint16 bus = 0;
        std::unique_ptr<QTcpServer> server;
    };

    struct Pipe
    {
        const RedisServer *from = nullptr;
        const RedisServer *to = nullptr;
        std::unique_ptr<QTcpSocket> in;
        std::unique_ptr<QTcpSocket> out;
    };

    void accept(Gate &gate);
    bool isCut(const RedisServer *from, const RedisServer *to) const { return m_isolated && (from == m_isolated || to == m_isolated); }

    std::vector<Gate> m_gates;
    std::vector<Pipe> m_pipes;
    const RedisServer *m_isolated = nullptr;
};

} // namespace lockcore::test
