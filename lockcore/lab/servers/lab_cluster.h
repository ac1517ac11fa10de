// SPDX-License-Identifier: MIT
// The servers of a run as the primaries of one cluster, each with a replica. They share the slots equally. For the run, they are one server:
// a key is in one place only. Lives on the thread of the servers, which outlive it.
#pragma once

#include "lockcore/lab/gate/cluster_replies.h"
#include "lockcore/lab/servers/run_server.h"
#include "lockcore/redis/key_slot.h"

#include <array>

namespace lockcore {

class LabCluster final
{
public:
    static constexpr std::size_t primaries = 3; ///< fewer cannot elect a replica

    /// Sends a command of the operator to a node, in a turn.
    using Operate = std::function<Task<Result<Reply>>(std::size_t node, Args words)>;

    LabCluster(const std::vector<std::unique_ptr<RunServer>> &nodes, Operate operate, Clock &clock);

    /// Makes a cluster of them, which takes a primary of Redis two seconds at least. Completes when all slots are served and each replica
    /// has its primary's data. Errors: as LabServer::command(); Timeout.
    Task<Result<void>> form();

    std::size_t nodeOf(std::string_view key) const { return m_owners[slotOf(key)]; } ///< the index of the primary that serves it
    Endpoint endpoint() const;                                                       ///< of the whole cluster, with its password
    GatePorts gates(const std::vector<int> &ports) const;                            ///< `ports`: of a worker's gates, one to each primary

    /// The slot of this key is on its way to the next primary, and its keys have arrived there: the old one answers ASK. Errors: as Operate;
    /// Refused: another slot is on its way.
    Task<Result<void>> beginMove(Bytes key);
    Task<Result<void>> endMove(); ///< the slot is served there now: the old one answers MOVED. Does nothing if no slot is on its way

private:
    struct Move
    {
        std::string slot;
        std::size_t from = 0, to = 0;
    };

    Task<Result<void>> introduce();
    Task<Result<void>> addReplicas();
    Task<Result<void>> waitUntilWhole();
    Task<Result<std::string>> idOf(std::size_t node);
    Task<Result<void>> moveKeys();

    const std::vector<std::unique_ptr<RunServer>> &m_nodes;
    const Operate m_operate;
    Clock &m_clock;
    std::array<std::uint8_t, slotCount> m_owners{};
    std::optional<Move> m_move;
};

} // namespace lockcore
