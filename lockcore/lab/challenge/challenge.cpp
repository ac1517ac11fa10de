// SPDX-License-Identifier: MIT
#include "lockcore/lab/challenge/challenge.h"

#include "lockcore/lab/scenario/scenario_editing.h"
#include "lockcore/lab/search/sweep_scenario.h"

#include <algorithm>

namespace lockcore {

namespace {

Scenario changed(Scenario story, const StoryChange &change)
{
    if (change.protocol) {
        story.protocol = *change.protocol;
        story.options.clear();
        story.needs = needsOf(story); // the others were those of the other protocol
    }
    story.options = change.options.value_or(story.options);
    story.lease = change.lease.value_or(story.lease);
    story.fenced = change.fenced.value_or(story.fenced);
    story.servers = change.servers.value_or(story.servers);
    story.settings = change.settings.value_or(story.settings);
    for (auto &worker : story.workers)
        eachSection(worker, [&](ScenarioSection &section) { section.givesLease = change.givesLease.value_or(section.givesLease); });
    return story;
}

Outcome outcomeOf(const std::vector<Verdict> &verdicts, Property property)
{
    const auto found = std::ranges::find(verdicts, property, &Verdict::property);
    return found == verdicts.end() ? Outcome::NotExercised : found->outcome;
}

AnswerVerdict rightIf(bool right) { return right ? AnswerVerdict::Right : AnswerVerdict::Wrong; }

// By the verdicts alone.
AnswerVerdict judged(const Challenge &challenge, const ChallengeAnswer &answer, const std::vector<Verdict> &verdicts, bool complete)
{
    const auto outcome = outcomeOf(verdicts, challenge.property);
    if (outcome == Outcome::Violated)
        return rightIf(challenge.kind == ChallengeKind::BreakIt || answer.plays == decltype(answer.plays)(Outcome::Violated));
    const bool isSilent = outcome == Outcome::NotExercised || outcome == Outcome::Skipped;
    if (!complete || outcome == Outcome::Inconclusive || (isSilent && challenge.kind != ChallengeKind::BreakIt))
        return AnswerVerdict::Open;
    if (challenge.kind == ChallengeKind::Guess)
        return rightIf(outcome == std::get<Outcome>(answer.plays));
    return rightIf(challenge.kind == ChallengeKind::MendIt && outcome == Outcome::Held && std::ranges::none_of(verdicts, breaksAPromise));
}

} // namespace

Scenario scenarioOf(const Challenge &challenge, std::size_t answer)
{
    const auto &plays = challenge.answers.at(answer).plays;
    auto scenario = challenge.kind == ChallengeKind::BreakIt  ? sweepScenario(challenge.subject, std::get<SweepCell>(plays))
                    : challenge.kind == ChallengeKind::MendIt ? changed(challenge.story, std::get<StoryChange>(plays))
                                                              : challenge.story;
    if (challenge.kind != ChallengeKind::Guess) {
        scenario.name = challenge.name + '-' + std::to_string(answer + 1);
        scenario.file.clear();
        scenario.twin.clear();
        scenario.expected.clear(); // those were about the story
    }
    if (challenge.kind == ChallengeKind::MendIt) { // the text of the story is about the fault
        scenario.title = challenge.answers[answer].text;
        scenario.story = challenge.answers[answer].why;
    }
    return scenario;
}

AnswerVerdict answerVerdict(const Challenge &challenge, std::size_t answer, const std::vector<Verdict> &verdicts, const Premises &premises)
{
    const auto &given = challenge.answers.at(answer);
    const auto found = judged(challenge, given, verdicts, premises.complete);
    return found == rightIf(given.right) || onTime(scenarioOf(challenge, answer), premises) ? found : AnswerVerdict::Open;
}

} // namespace lockcore
