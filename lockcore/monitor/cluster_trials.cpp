// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster_trials.h"

#include <algorithm>

namespace lockcore {

void ClusterTrials::begin(RequestId id, const FormatRow &row, const std::function<Bytes(std::size_t)> &first, Monitors monitors)
{
    end();
    m_id = id;
    m_monitors = std::move(monitors);
    for (const auto &[node, monitor] : m_monitors)
        m_trials[node];
    for (const auto &[node, monitor] : m_monitors)
        monitor->tryFormat(id, row, first(node));
}

void ClusterTrials::end()
{
    for (const auto &[node, monitor] : std::exchange(m_monitors, {}))
        monitor->endTrial();
    m_trials.clear();
}

void ClusterTrials::take(std::size_t node, RequestId id, const FormatTrial &trial)
{
    const auto known = m_trials.find(node);
    if (id != m_id || known == m_trials.end())
        return;
    known->second = trial;
    FormatTrial all;
    all.wholeDatabase = all.ended = true;
    for (const auto &[number, one] : m_trials) {
        all.keysSeen += one.keysSeen;
        all.named += one.named;
        all.locks.insert(all.locks.end(), one.locks.begin(), one.locks.end());
        all.wholeDatabase = all.wholeDatabase && one.wholeDatabase;
        all.ended = all.ended && one.ended;
        if (!all.error)
            all.error = one.error;
    }
    all.locks.resize(std::min(all.locks.size(), FormatTrial::mostLocks));
    m_told(id, all);
}

} // namespace lockcore
