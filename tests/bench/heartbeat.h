// SPDX-License-Identifier: MIT
// Measures how late this thread's event loop runs a timer of 5 ms: a longer time between two firings is a stall. On a machine that is busy with
// other work, it also waits for a processor; what the thread itself computed between two firings is its part of that.
#pragma once

#include "bench/figures.h"

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
            const double cpu = threadSeconds();
            m_work.push_back((cpu - m_cpu) * 1e3);
            m_cpu = cpu;
            m_since.start();
        });
        m_since.start();
        m_timer.start(beat);
    }

    const std::vector<double> &gaps() const { return m_gaps; } ///< how late each beat was, ms
    const std::vector<double> &work() const { return m_work; } ///< the thread's CPU time before each beat, ms

private:
    static constexpr int beat = 5; // ms

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_cpu = threadSeconds();
    std::vector<double> m_gaps, m_work;
};

} // namespace lockcore::bench
