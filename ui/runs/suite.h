// SPDX-License-Identifier: MIT
// Plays scenarios, judges each run by both judges, and keeps its folder. Thread of the event loop of its runs.
#pragma once

#include "ui/runs/pooled_runs.h"

#include <QMetaType>

namespace lockscope {

struct SuiteResult
{
    std::vector<lockcore::Scenario> scenarios;
    std::vector<std::optional<LabResult>> results; ///< of each scenario; none: not played
};

std::vector<LabResult> playedOf(const SuiteResult &suite);

class Suite final
{
public:
    /// `runs` outlives it. `replayOf`: the name of the folder of the run that is played again; or empty.
    Suite(PooledRuns &runs, std::vector<lockcore::Scenario> scenarios, QString replayOf = {});

    lockcore::Task<void> play(); ///< once; begins them in their order

    const SuiteResult &result() const { return m_result; } ///< so far

    std::function<void(const LabResult &)> played{}; ///< one of them; it is in result(), too

private:
    lockcore::Task<void> playOne(std::size_t index);
    LabResult planned(const lockcore::Scenario &scenario) const;
    void finish(std::size_t index, PooledRuns::Run run, const QByteArray &scenario);
    std::function<void(std::size_t)> progressOf(const lockcore::Scenario &scenario) const;

    PooledRuns &m_runs;
    const QString m_replayOf;
    SuiteResult m_result;
    lockcore::Scope m_playing;
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::SuiteResult)
