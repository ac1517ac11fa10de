// SPDX-License-Identifier: MIT
// The words of a sweep, for the table that the command prints and for that of the window. Pure; any thread.
#pragma once

#include "ui/runs/sweep_result.h"

#include <QStringList>

namespace lockscope {

/// What the cell shows, without its sign. A blank within which no line may be broken is U+00A0.
QString cellText(const SweepRun &run);
QString brokenText(const lockcore::Verdict &verdict); ///< `IMMORTAL (A1)`
QString placeText(const lockcore::SweepPlace &place); ///< `acquire: before SET`
QString faultText(lockcore::SweepFault fault);
QString signOf(lockcore::SweepFinding::Tone tone); ///< a sign beside the words, as colour alone would not do

QString cellTitle(const lockcore::SweepCell &cell); ///< `own lease, acquire: before SET, kill`

/// What the proofs of a bad cell say, or why an open one is open; else empty.
QStringList proofTexts(const SweepRun &run);

QString subjectText(const SweepResult &sweep);                ///< `lockscope/token 0.1.0 on redis 7.0.15, seed 7`
QString storyText();                                          ///< what happens in each cell
QString leaseText(const SweepResult &sweep, bool givesLease); ///< above the rows with a given, or with the library's own lease
QString ownLeaseText(const SweepResult &sweep);               ///< why there are no rows with its own lease; empty: there are
QString summaryText(const SweepResult &sweep);                ///< `27 runs in 12 s: something is violated in 3; worst stall 4 ms`
QString failureText(const SweepResult &sweep);                ///< what ended it; empty: nothing

} // namespace lockscope
