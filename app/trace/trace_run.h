// SPDX-License-Identifier: MIT
// One trace from the command line: finds the locks, says what it costs, asks, traces, prints.
#pragma once

#include "app/command/termination_signals.h"
#include "app/trace/trace_output.h"
#include "lockcore/monitor/monitor.h"

namespace lockscope {

class TraceRun final
{
public:
    explicit TraceRun(const TraceCommandOptions &options);

    /// Begins. When everything is over, QCoreApplication exits with the exit code.
    void start();

private:
    lockcore::Task<void> run();
    lockcore::Task<int> exitCode();
    lockcore::Task<lockcore::Result<std::vector<lockcore::Bytes>>> locksOfServer();
    std::unique_ptr<lockcore::Tracer> newTracer(std::vector<lockcore::Bytes> keys);
    bool isAgreed() const;
    void print(const QByteArray &lines);
    int failed(const lockcore::Error &error) const;
    int codeOf(const lockcore::TraceReport &report) const;

    const TraceCommandOptions m_options;
    lockcore::Endpoint m_server; ///< that is traced; of a cluster, the node that has the keys
    TraceOutput m_output;
    TerminationSignals m_termination;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    std::unique_ptr<lockcore::Monitor> m_sweep; ///< finds the locks before the trace
    std::unique_ptr<lockcore::Tracer> m_tracer;
    lockcore::Classifier m_classifier;
    lockcore::Scope m_running;
};

} // namespace lockscope
