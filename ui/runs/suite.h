// SPDX-License-Identifier: MIT
// Plays scenarios, lets both judges judge each run, and keeps its folder. What their store cannot play is skipped. Runs on the thread of its event loop.
#pragma once

#include "ui/runs/pooled_runs.h"

#include <QMetaType>

namespace lockscope {

struct SuiteResult
{
    std::vector<lockcore::Scenario> scenarios;
    std::vector<std::optional<LabResult>> results; ///< one for each scenario; none: not played yet
};

std::vector<LabResult> playedOf(const SuiteResult &suite);

/// `not playable on etcd: …`. None: its store can play it.
std::optional<std::string> whyUnplayable(const lockcore::Scenario &scenario);

class Suite final
{
public:
    /// `runs` must outlive this object. `replayOf`: the folder name of the run that is played again; otherwise empty.
    Suite(PooledRuns &runs, std::vector<lockcore::Scenario> scenarios, QString replayOf = {});

    lockcore::Task<void> play(); ///< call it once; starts the scenarios in their order

    const SuiteResult &result() const { return m_result; } ///< the result so far

    std::function<void(const LabResult &)> played{}; ///< called with each result, which is also in result()
    std::function<bool()> isOver{};                  ///< if set and true, no further scenario is started

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
