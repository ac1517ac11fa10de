// SPDX-License-Identifier: MIT
// The words of a sweep's table. Pure; any thread.
#pragma once

#include "app/lab_sweep_output.h"

namespace lockscope {

/// What the cell shows, without its sign. A blank within which no line may be broken is U+00A0.
QString cellText(const SweepRun &run);
QString brokenText(const lockcore::Verdict &verdict); ///< `IMMORTAL (A1)`
QString placeText(const lockcore::SweepPlace &place); ///< `acquire: before SET`
QString faultText(lockcore::SweepFault fault);

lockcore::SweepFinding::Tone toneOf(const SweepRun &run);
QString signOf(lockcore::SweepFinding::Tone tone); ///< a sign beside the words, as colour alone would not do
QString colourOf(lockcore::SweepFinding::Tone tone);

} // namespace lockscope
