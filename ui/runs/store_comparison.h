// SPDX-License-Identifier: MIT
// Plays the same faults on several stores, one run after the other, because their times are compared. Runs on the thread of its event loop.
#pragma once

#include "ui/report/verdict_words.h"
#include "ui/runs/pooled_runs.h"

#include <QMetaType>

namespace lockscope {

/// One store under one fault.
struct StoreCell
{
    LabResult result;
    std::optional<lockcore::Milliseconds> free; ///< from the fault until another worker had the lock; none: none had it
    bool isKept = false;                        ///< it was asked for after the fault, and refused: its holder still had it
    bool isWiped = false;                       ///< the store keeps no data: its server came back without
};

struct StoreComparisonResult
{
    std::vector<lockcore::Store> stores;                      ///< the columns
    std::vector<lockcore::Scenario> stories;                  ///< the rows: one for each fault
    std::vector<std::vector<std::optional<StoreCell>>> cells; ///< by story, then by store; none: not played yet
    QString folder;                                           ///< of all runs; empty: it cannot be made
};

/// Nothing is played yet. Empty `stores`: all that can be compared.
StoreComparisonResult plannedComparison(std::vector<lockcore::Store> stores = {});

std::vector<LabResult> playedOf(const StoreComparisonResult &comparison);
std::size_t plannedRuns(const StoreComparisonResult &comparison);

class StoreComparison final
{
public:
    /// `options.setup.command` and `subject` are not used.
    StoreComparison(PooledRuns::Options options, std::vector<lockcore::Store> stores);
    ~StoreComparison();
    StoreComparison(const StoreComparison &) = delete;
    StoreComparison &operator=(const StoreComparison &) = delete;

    lockcore::EventLoop &loop() { return m_base.loop(); }
    lockcore::Task<void> play(); ///< call it once

    const StoreComparisonResult &result() const { return m_result; } ///< so far

    std::function<void()> changed{}; ///< a run has been played

private:
    lockcore::Task<void> playOn(std::size_t store);
    PooledRuns &runsOn(lockcore::Store store, std::vector<std::string> command);

    PooledRuns m_base; ///< plays nothing: its loop, place and seed are those of all
    std::vector<std::unique_ptr<PooledRuns>> m_runs;
    StoreComparisonResult m_result;
};

/// `crash`, `cut off`: the fault of a story.
QString faultName(const lockcore::Scenario &story);

/// `free after 1.94 s`, `kept`, `not free`; `not played` if it could not be.
QString freeText(const StoreCell &cell);

/// The properties of which the table shows the verdicts: those that any run put to the test.
std::vector<lockcore::Property> comparedProperties(const StoreComparisonResult &comparison, std::size_t story);

const lockcore::Verdict *verdictOn(const LabResult &result, lockcore::Property property); ///< null: there is none

/// What was found, gravest first: `✗ resource L8`, `? mutual exclusion`; `✓ held` alone if nothing else was.
QStringList findingsText(const LabResult &result);

/// Why the cell has no verdicts, with what to install; empty: it has.
QString failureText(const StoreCell &cell);

/// `redis 7.0.15, token`; empty: nothing was played there.
QString storeSubject(const StoreComparisonResult &comparison, std::size_t store);

QByteArray storeComparisonJson(const StoreComparisonResult &comparison);

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::StoreComparisonResult)
