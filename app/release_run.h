// SPDX-License-Identifier: MIT
// One forced release from the command line: look, show, ask, run, watch what becomes of it.
#pragma once

#include "app/release_options.h"
#include "monitor/releaser.h"

namespace lockscope {

class ReleaseRun final
{
public:
    explicit ReleaseRun(const ReleaseOptions &options);

    /// Begins; when all is over the QCoreApplication exits with the code.
    void start();

    void interrupted(); ///< Ctrl+C while it is watched: that was all

private:
    lockcore::Task<void> run();
    lockcore::Task<int> exitCode();
    bool isAgreed(const lockcore::ReleasePlan &plan) const;
    void print(const QString &text) const;

    const ReleaseOptions m_options;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::Classifier m_classifier;
    lockcore::Releaser m_releaser;
    std::optional<int> m_done; ///< the release is over, and this is its code
    lockcore::Scope m_running;
};

} // namespace lockscope
