// SPDX-License-Identifier: MIT
// How late the event loop of this thread runs a timer of 5 ms: a longer time between two firings is a stall.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <vector>

namespace lockcore::bench {

class Heartbeat final
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            m_gaps.push_back(static_cast<double>(m_since.nsecsElapsed()) / 1e6 - beat);
            m_since.start();
        });
        m_since.start();
        m_timer.start(beat);
    }

    const std::vector<double> &gaps() const { return m_gaps; } ///< by how much each beat was late, ms

private:
    static constexpr int beat = 5; // ms

    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<double> m_gaps;
};

} // namespace lockcore::bench
