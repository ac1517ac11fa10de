// SPDX-License-Identifier: MIT
// The texts of a sweep, for the table in the terminal and the one in the window. Pure; any thread.
#pragma once

#include "ui/runs/sweep_result.h"

#include <QStringList>

namespace lockscope {

/// The text of a cell, without its sign. U+00A0 is a blank where the line must not be broken.
QString cellText(const SweepRun &run);
QString brokenText(const lockcore::Verdict &verdict); ///< `IMMORTAL (A1)`
QString placeText(const lockcore::SweepPlace &place); ///< `acquire: before SET`
QString faultText(lockcore::SweepFault fault);
QString columnText(SweepColumn column);
QString signOf(lockcore::SweepFinding::Tone tone); ///< shown next to the words, because colour alone is not enough

QString cellTitle(const lockcore::SweepCell &cell); ///< `own lease, acquire: before SET, kill`

/// The proofs for a bad cell, or the reason why an open one is open; empty for others.
QStringList proofTexts(const SweepRun &run);

QString subjectText(const SweepResult &sweep);                ///< `lockscope/token 0.1.0 on redis 7.0.15, seed 7`
QString storyText(const SweepResult &sweep);                  ///< what happens in each cell
QString leaseText(const SweepResult &sweep, bool givesLease); ///< heading of the rows with a given lease, or with the library's own one
QString notSweptText(const SweepResult &sweep);               ///< what has no rows, and why; empty: nothing
QString aimText(const SweepResult &sweep);                    ///< why no fault meets a command; empty: faults do
QString summaryText(const SweepResult &sweep);                ///< `27 runs in 12 s: something is violated in 3; worst stall 4 ms`
QString failureText(const SweepResult &sweep);                ///< the error that ended the sweep; empty: none

} // namespace lockscope
