// SPDX-License-Identifier: MIT
// The question about any story before it is played: what will the judge find? The answers come from what the scenario expects, and after the
// run from its verdicts. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "ui/lab/question/tour_steps.h"

namespace lockscope {

/// Three answers, of which the last one is that nothing breaks.
TourStep guessAbout(const lockcore::Scenario &scenario);

/// The answers of guessAbout(), as the run has decided. None is right if the run has not put them to the test.
QList<Answer> judgedGuess(const lockcore::Scenario &scenario, const std::vector<lockcore::Verdict> &verdicts);

} // namespace lockscope
