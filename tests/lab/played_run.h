// SPDX-License-Identifier: MIT
// A run of the Lab with the built lockscope, from beginning to end.
#pragma once

#include "lockcore/judge/judge.h"
#include "lockcore/lab/run/lab_run.h"
#include "support/awaiting.h"
#include "support/built_in_scenario.h"

#include <algorithm>

namespace lockcore::test {

inline Result<LabRun::Played> playedRun(const Scenario &scenario, RunOptions options = {})
{
    EventLoop loop;
    LoopClock clock;
    options.program = LOCKSCOPE_BINARY;
    LabRun run(scenario, std::move(options), loop, clock);
    return Arriving<Result<LabRun::Played>>(loop, run.play()).get();
}

inline const Verdict &verdictOn(const std::vector<Verdict> &verdicts, Property property)
{
    return *std::find_if(verdicts.begin(), verdicts.end(), [=](const Verdict &verdict) { return verdict.property == property; });
}

inline std::string sentenceOf(const Result<LabRun::Played> &played) { return played.ok() ? std::string() : played.error().text; }

} // namespace lockcore::test
