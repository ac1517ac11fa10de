// SPDX-License-Identifier: MIT
// What the Explorer's room shows of a search: values without a server behind them, so that they cross from its thread to the window's.
#pragma once

#include "lockcore/oracle/examination.h"
#include "ui/explore/words/explore_steps.h"

#include <QMetaType>
#include <QStringList>

#include <memory>

namespace lockscope {

/// One property, and how it was broken.
struct ExploreFinding
{
    lockcore::explorer::Property property{};
    QString title;    ///< "mutual exclusion"
    QString sentence; ///< "violated, with crash=1"
    lockcore::explorer::Verdict verdict = lockcore::explorer::Verdict::NotExercised;
    lockcore::explorer::Bounds bounds; ///< with which it was found
    QString trace;                     ///< as one word; empty: there is no counterexample
    QString server;                    ///< "redis 7.0.15"
    lockcore::explorer::Trace steps;
    QList<ExploreStep> shown; ///< of the trace
};

/// What else could happen, and what that breaks; or a cell of the comparison.
struct ExploreRow
{
    QString what;   ///< "a pause of 11 ms or more"
    QString broken; ///< "mutual exclusion", "–"
    QString mark;   ///< for a narrow cell: "M", "11", "–"
    bool isBroken = false;
    bool isComplete = true;
    QList<ExploreFinding> findings; ///< with a counterexample
};

struct ExploreResult
{
    QString protocol;
    QString server;
    QString bounds; ///< in words
    int workers = 0;
    int servers = 1;
    qint64 states = 0;
    double seconds = 0;
    bool isComplete = true;
    bool isUnlike = false; ///< the replay went another way
    QStringList remarks;
    QList<ExploreFinding> findings;
    bool hasFrontier = false; ///< it comes, or is there
    QList<ExploreRow> frontier;
};
using ExploreResultPtr = std::shared_ptr<const ExploreResult>;

/// Asks the oracle what keys contain; blocks.
ExploreResult resultOf(const lockcore::Examination &examination, lockcore::explorer::Oracle &oracle);
ExploreRow rowOf(const lockcore::explorer::FrontierRow &row, lockcore::explorer::Oracle &oracle);

/// All protocols and what breaks each: so many rows at a time as were searched.
struct ExploreTable
{
    struct Line
    {
        QString protocol;
        QString error; ///< it cannot be examined, with the reason
        QList<ExploreRow> cells;
    };

    QStringList heads;
    QList<Line> lines;
    bool isDone = false;
};
using ExploreTablePtr = std::shared_ptr<const ExploreTable>;

/// How far a search is.
struct ExploreFigures
{
    qint64 states = 0;
    qint64 frontier = 0;
    int depth = 0;
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::ExploreResultPtr)
Q_DECLARE_METATYPE(lockscope::ExploreTablePtr)
