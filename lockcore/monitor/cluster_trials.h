// SPDX-License-Identifier: MIT
// One trial of a format on all nodes of a cluster. On the Monitor's thread.
#pragma once

#include "lockcore/monitor/format_trial.h"
#include "lockcore/monitor/server_monitor.h"

#include <functional>
#include <map>

namespace lockcore {

class ClusterTrials final
{
public:
    using Monitors = std::vector<std::pair<std::size_t, ServerMonitor *>>; ///< by number
    using Told = std::function<void(RequestId, const FormatTrial &)>;

    explicit ClusterTrials(Told told)
        : m_told(std::move(told))
    { }

    void begin(RequestId id, const FormatRow &row, const std::function<Bytes(std::size_t)> &first,
               Monitors monitors); ///< ends the one before
    void end();

    /// What one node has found so far, in the times of the view.
    void take(std::size_t node, RequestId id, const FormatTrial &trial);

private:
    const Told m_told;
    RequestId m_id = 0;
    Monitors m_monitors;
    std::map<std::size_t, FormatTrial> m_trials; ///< by node
};

} // namespace lockcore
