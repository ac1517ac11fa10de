// SPDX-License-Identifier: MIT
// Plays one scenario with several protocols, one after the other with the same seed, and makes a compact row of each run. Runs on the thread
// of its event loop.
#pragma once

#include "lockcore/report/compact_row.h"
#include "ui/report/verdict_words.h"
#include "ui/runs/pooled_runs.h"

#include <QMetaType>

namespace lockscope {

inline constexpr std::size_t fewestCompared = 2, mostCompared = 6; ///< protocols

struct ComparedRun
{
    LabResult result;
    lockcore::CompactRow row;
    QString fault;       ///< what happens where the rows are aligned; empty: the run has begun there
    QStringList refused; ///< `A's write`
};

struct ComparisonResult
{
    std::vector<lockcore::Scenario> scenarios;    ///< the same with each protocol
    std::vector<std::optional<ComparedRun>> runs; ///< one for each; none: not played yet
    QString folder;                               ///< of all runs; empty: it cannot be made
};

std::vector<LabResult> playedOf(const ComparisonResult &comparison);

class Comparison final
{
public:
    /// `runs` must outlive this object. `story`: name of the scenario that all are made from.
    Comparison(PooledRuns &runs, std::string story, std::vector<lockcore::Scenario> scenarios);

    lockcore::Task<void> play(); ///< call it once

    const ComparisonResult &result() const { return m_result; } ///< so far

    std::function<void()> changed{}; ///< a run has been played

private:
    LabResult planned(const lockcore::Scenario &scenario) const;

    PooledRuns &m_runs;
    const std::string m_story;
    ComparisonResult m_result;
};

/// `A B`: who held the lock, in this order; `12 holders` of many; `–` of nobody.
QString holdersText(const lockcore::CompactRow &row);

QStringList violatedNames(const LabResult &result);     ///< `ownership R1`
QStringList violatedSentences(const LabResult &result); ///< the same in words: `One removes or renews the lock of another (R1)`

/// What a row finds, whether or not it was to be expected: `✗ violated`, `? inconclusive`, `✓ held`, `– skipped`.
struct RowFinding
{
    VerdictTone tone = VerdictTone::Silent;
    QString text;
};
RowFinding findingOf(const LabResult &result);

/// The rows, with times in ms from the moment at which they are aligned, and each run as in a suite's JSON.
QByteArray comparisonJson(const ComparisonResult &comparison);

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::ComparisonResult)
