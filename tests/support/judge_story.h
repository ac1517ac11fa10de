// SPDX-License-Identifier: MIT
// Short histories with the verdicts that they must get, as text: the files of tests/judge/stories. The lease is 300 ms, the lock is
// `stock`, its key `lock:stock`, unless a step names another one.
//
//     # a comment
//     story plain DEL after expiry          what this shows, in one line
//       can fair reentrant                  capabilities of the workers
//       header work_ms=500 looks=no         fields of the history's header
//       workers A B                         started at 0 ms; without this line: A B C
//       10  A gets; A enters; B asks        a moment in milliseconds, and what happens then; judge_story_steps.cpp knows the steps
//       320 expires A; B takes; B ok
//       400 A ok token=7 validity_ms=100    fields of the entry that a step adds last
//       450 A gets @ledger; A @1 takes      another lock; another server
//       500                                 nothing happens any more until then
//       expect ownership violated removed R1: part of the sentence
//       second mutual-exclusion none        the opinion of the second judge
//
// In an expectation, a missing cause or pitfall means that the verdict must not have one.
#pragma once

#include "lockcore/judge/second_judge.h"

#include <map>
#include <stdexcept>

namespace lockcore::test {

struct StoryExpectation
{
    Property property = Property::MutualExclusion;
    Outcome outcome = Outcome::Held;
    Cause cause = Cause::None;
    std::string pitfall;
    std::string sentence; ///< part of it
};

struct JudgeStory
{
    std::string name;
    History history;
    std::vector<StoryExpectation> expected;
    std::map<Property, Opinion> second;
};

/// An error in the text; what() begins with "file:line: ".
struct StoryError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// `file` is only for the messages. Throws StoryError.
std::vector<JudgeStory> parseStories(std::string_view text, const std::string &file);

/// All stories of tests/judge/stories, in the order of the file names. Throws StoryError.
std::vector<JudgeStory> judgeStories();

} // namespace lockcore::test
