// SPDX-License-Identifier: MIT
// One forced release from the command line: looks, shows the plan, asks, runs it, watches the aftermath.
#pragma once

#include "app/command/termination_signals.h"
#include "app/release/release_options.h"
#include "lockcore/monitor/release/home_search.h"
#include "lockcore/monitor/release/releaser.h"

namespace lockscope {

class ReleaseRun final
{
public:
    explicit ReleaseRun(const ReleaseOptions &options);

    /// Begins. When everything is over, QCoreApplication exits with the exit code.
    void start();

private:
    lockcore::Task<void> run();
    lockcore::Task<int> exitCode();
    lockcore::Task<void> plan();
    lockcore::Task<void> planAt(lockcore::Result<lockcore::Endpoint> home);
    void interrupted();
    bool isAgreed() const;
    void tell(const lockcore::ReleaseReport &report);
    void print(const QString &text) const;
    void printJson(const lockcore::ReleaseReport *report, const lockcore::ReleaseAftermath *aftermath) const;

    ReleaseOptions m_options; ///< of a cluster, `endpoint` is the lock's node once that is known
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::Classifier m_classifier;
    lockcore::HomeSearch m_homes;
    lockcore::Releaser m_releaser;
    lockcore::ReleasePlan m_plan;
    std::optional<lockcore::ReleaseReport> m_report; ///< set when the release is complete
    std::optional<TerminationSignals> m_termination; ///< set before anything is sent; before that, a signal ends the program as usual
    lockcore::Scope m_running;
};

} // namespace lockscope
