// SPDX-License-Identifier: MIT
// Measures how late this thread's event loop runs a timer of 5 ms: a longer time between two firings is a stall.
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

    const std::vector<double> &gaps() const { return m_gaps; } ///< how late each beat was, ms

private:
    static constexpr int beat = 5; // ms

    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<double> m_gaps;
};

} // namespace lockcore::bench
