// SPDX-License-Identifier: MIT
// What `lockscope lab --sweep` prints: a table, what is wrong in it, and where the runs are. Pure; any thread.
#pragma once

#include "app/lab_output.h"
#include "lockcore/lab/sweep_finding.h"

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

QString sweepText(const SweepResult &sweep, const TextStyle &style);
QByteArray sweepJson(const SweepResult &sweep);

/// Violated before not complete: something that must hold, or is promised, is violated in a cell.
int exitCodeOf(const SweepResult &sweep);

} // namespace lockscope
