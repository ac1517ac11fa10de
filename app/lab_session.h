// SPDX-License-Identifier: MIT
// Plays scenarios one after the other, judges each run by both judges, and keeps its folder. Thread of its event loop.
#pragma once

#include "app/lab_options.h"
#include "app/lab_output.h"
#include "lockcore/lab/lab_run.h"
#include "lockcore/redis/event_loop.h"

namespace lockscope {

class LabSession final
{
public:
    explicit LabSession(LabOptions options);
    ~LabSession();
    LabSession(const LabSession &) = delete;
    LabSession &operator=(const LabSession &) = delete;

    /// One result per scenario, in their order; `played` is called after each.
    lockcore::Task<std::vector<LabResult>> play(std::vector<lockcore::Scenario> scenarios, std::function<void(const LabResult &)> played);

    lockcore::EventLoop &loop() { return m_loop; }

private:
    lockcore::Task<LabResult> play(lockcore::Scenario scenario);
    void keep(LabResult &result, const lockcore::History &history, const QByteArray &scenario) const;
    void showProgress();
    void clearProgress() const;

    const LabOptions m_options;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    const bool m_showsProgress;
    QTimer m_progress;
    std::string m_name; ///< of the scenario that is being played
    lockcore::Moment m_begin{};
    std::unique_ptr<lockcore::LabRun> m_run;
};

/// The verdicts of both judges on the history in this file. Error: Refused.
lockcore::Result<LabResult> judgedFile(const QString &file);

} // namespace lockscope
