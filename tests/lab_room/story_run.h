// SPDX-License-Identifier: MIT
// Runs for the tests of the room, made from the judge's short stories.
#pragma once

#include "support/judge_story.h"

#include "lockcore/judge/judge.h"
#include "ui/lab/player/shown_run.h"

namespace lockscope::tests {

inline ShownRunPtr runOf(lockcore::History history)
{
    RunReport report;
    report.verdicts = lockcore::judge(history);
    report.history = std::move(history);
    report.expects = false;
    return shared(std::make_unique<ShownRun>(std::move(report)));
}

/// Null if no story has this name.
inline ShownRunPtr runOfStory(const std::string &name)
{
    for (auto &story : lockcore::test::judgeStories()) {
        if (story.name == name)
            return runOf(std::move(story.history));
    }
    return nullptr;
}

inline lockcore::RunMoment momentOf(const ShownRunPtr &run, double milliseconds)
{
    const auto at = lockcore::Microseconds(static_cast<std::int64_t>(milliseconds * 1000));
    return run->moments.at(at);
}

} // namespace lockscope::tests
