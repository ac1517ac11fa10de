// SPDX-License-Identifier: MIT
// A challenge of the Lab: a question with a few answers. Each answer is a run, and the verdict on that run decides whether it is right. The
// file also says what is right, so that a test can compare. Its file: challenge_file.h. Values; any thread.
//
//     guess      what does the judge say about this story?                        one run, an outcome for each answer
//     break-it   which fault at which command violates the property?              a cell of the boundary sweep for each answer
//     mend-it    with which change does the property hold that the story violates? a changed story for each answer
#pragma once

#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/search/sweep_plan.h"

namespace lockcore {

enum class ChallengeKind { Guess, BreakIt, MendIt };

/// Differences from the story. An empty field means no difference. Another protocol has no options but those that are given here.
struct StoryChange
{
    std::optional<std::string> protocol;
    std::optional<std::map<std::string, std::string>> options;
    std::optional<Milliseconds> lease; ///< of the story; a worker that names its own keeps it
    std::optional<bool> givesLease;    ///< of each worker
    std::optional<bool> fenced;
    std::optional<std::int64_t> servers;
    std::optional<std::map<std::string, std::string>> settings; ///< of the servers
    bool operator==(const StoryChange &) const = default;
};

struct ChallengeAnswer
{
    std::string text;
    std::string why; ///< shown after it was played
    bool right = false;
    std::variant<Outcome, SweepCell, StoryChange> plays; ///< by the kind of the challenge
    bool operator==(const ChallengeAnswer &) const = default;
};

struct Challenge
{
    static constexpr std::size_t mostAnswers = 9; ///< the keys 1 to 9 choose one

    std::string name;
    std::string title, question;
    ChallengeKind kind = ChallengeKind::Guess;
    Property property = Property::MutualExclusion; ///< whose verdict decides
    std::int64_t par = 1;                          ///< tries that are a good result
    SweepSubject subject;                          ///< of break-it
    Scenario story;                                ///< of the others
    std::vector<ChallengeAnswer> answers;          ///< at least two, at least one of them right
    bool operator==(const Challenge &) const = default;
};

/// What is played for this answer. `answer` counts from 0.
Scenario scenarioOf(const Challenge &challenge, std::size_t answer);

enum class AnswerVerdict {
    Right,
    Wrong,
    Open, ///< the run does not show it: inconclusive, its story did not take place, or the machine was late
};

/// What the judge's verdicts on the run of this answer mean for it. Where they contradict what the challenge says, they count only if the
/// machine was on time.
AnswerVerdict answerVerdict(const Challenge &challenge, std::size_t answer, const std::vector<Verdict> &verdicts, const Premises &premises);

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<ChallengeKind>{"guess", "break-it", "mend-it"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<AnswerVerdict>{"right", "wrong", "inconclusive"};

} // namespace lockcore
