// SPDX-License-Identifier: MIT
// What came out of a boundary sweep, so far or at its end. Values; any thread.
#pragma once

#include "lockcore/lab/search/sweep_finding.h"
#include "ui/report/lab_result.h"

#include <QMetaType>

namespace lockscope {

/// One cell, played.
struct SweepRun
{
    lockcore::SweepCell cell;
    lockcore::SweepFinding finding;
    LabResult result;
    int plays = 1; ///< it was played again when something could not be judged
};

struct SweepResult
{
    /// What a library does when an acquire gives it no lease.
    enum class OwnLease {
        Swept,
        Same,    ///< as with a given one: not swept again
        Refused, ///< it gives no lock then, or the worker fails
    };

    lockcore::SweepSubject subject;
    std::string library, server; ///< with their versions
    std::uint64_t seed = 0;
    QString folder; ///< of the sweep; each run has a folder in it
    OwnLease ownLease = OwnLease::Swept;
    std::string ownLeaseRefusal;                ///< why it was not swept
    std::vector<lockcore::SweepCell> planned;   ///< in the order of the table
    std::vector<std::optional<SweepRun>> cells; ///< of each planned one; none: not played
    std::optional<lockcore::Error> error;       ///< that ended the sweep
    lockcore::Milliseconds took{0};
};

/// What could not be played proves nothing.
lockcore::SweepFinding::Tone toneOf(const SweepRun &run);

/// The table's rows: a row for each place, with its planned cells by their faults.
struct SweepRow
{
    lockcore::SweepPlace place;
    std::array<std::optional<std::size_t>, 3> cells; ///< in the order of SweepFault: places in `planned`; none: makes no sense here
};
inline constexpr std::array sweepFaults = {lockcore::SweepFault::Kill, lockcore::SweepFault::Pause, lockcore::SweepFault::HoldReply};
std::vector<SweepRow> rowsOf(const SweepResult &sweep);

struct SweepCounts
{
    std::int64_t played = 0, bad = 0, open = 0;
    lockcore::Microseconds worstStall{0};
};
SweepCounts countsOf(const SweepResult &sweep);

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::SweepResult)
