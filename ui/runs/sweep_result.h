// SPDX-License-Identifier: MIT
// The result of a boundary sweep, in progress or complete. Values; any thread.
#pragma once

#include "lockcore/lab/search/sweep_finding.h"
#include "ui/report/lab_result.h"

#include <QMetaType>

namespace lockscope {

/// The result of one cell.
struct SweepRun
{
    lockcore::SweepCell cell;
    lockcore::SweepFinding finding;
    LabResult result;
    static constexpr int usualPlays = 3; ///< at most, at first
    int plays = 1;                       ///< more than 1 if it was repeated because something could not be judged
};

struct SweepResult
{
    /// What a library does when an acquire gives it no lease.
    enum class OwnLease {
        Swept,
        Same,    ///< same as with a given lease, so it is not swept again
        Refused, ///< no lock is given without a lease, or the worker fails
    };

    lockcore::SweepSubject subject;
    std::string library, server; ///< with their versions
    std::uint64_t seed = 0;
    QString folder; ///< folder of the sweep, which contains the folders of its runs
    OwnLease ownLease = OwnLease::Swept;
    bool ownLeaseEnds = true;                            ///< false: without a given lease, a lock has none, as the worker's `hello_ok` says
    std::map<lockcore::SweepPart, std::string> refusals; ///< the parts that were not swept, and why: the library may not offer them
    std::vector<lockcore::SweepCell> planned;            ///< in the order of the table
    std::vector<std::optional<SweepRun>> cells;          ///< one for each planned cell; none: not played yet
    std::optional<lockcore::Error> error;                ///< the error that ended the sweep
    lockcore::Milliseconds took{0};
};

/// A run that could not be played proves nothing.
lockcore::SweepFinding::Tone toneOf(const SweepRun &run);

/// The rows of the table: one for each place, with its planned cells.
struct SweepRow
{
    lockcore::SweepPlace place;
    std::array<std::optional<std::size_t>, 4> cells; ///< by column: indices of `planned`; none: not applicable
};
/// Before a command only its request can be lost, and after it only its reply: they share the last column.
enum class SweepColumn { Kill, Pause, HoldReply, Lose };
inline constexpr std::array sweepColumns = {SweepColumn::Kill, SweepColumn::Pause, SweepColumn::HoldReply, SweepColumn::Lose};
SweepColumn columnOf(lockcore::SweepFault fault);
std::vector<SweepRow> rowsOf(const SweepResult &sweep);

struct SweepCounts
{
    std::int64_t played = 0, bad = 0, open = 0;
    lockcore::Microseconds worstStall{0};
};
SweepCounts countsOf(const SweepResult &sweep);

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::SweepResult)
