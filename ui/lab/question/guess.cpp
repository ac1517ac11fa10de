// SPDX-License-Identifier: MIT
#include "ui/lab/question/guess.h"

#include "ui/report/verdict_words.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

/// What may break, the most instructive first. That a lease is outlived is no fault of a lock.
constexpr std::array breakable{Property::Ownership,      Property::MutualExclusion, Property::Resource,
                               Property::NoImmortalLock, Property::Progress,        Property::Watchdog,
                               Property::ReentryCount,   Property::Fairness,        Property::TokenOrder};

/// The two that are offered: of what breaks, the first; else what the story puts to the test.
std::vector<Property> offeredFor(const Scenario &scenario)
{
    std::vector<Property> offered;
    const auto offer = [&](bool (*isMeant)(std::optional<Outcome>), std::size_t most) {
        for (const auto property : breakable) {
            const auto found = scenario.expected.find(property);
            const auto expected = found == scenario.expected.end() ? std::nullopt : std::optional(found->second);
            if (offered.size() < most && isMeant(expected) && std::ranges::find(offered, property) == offered.end())
                offered.push_back(property);
        }
    };
    offer([](std::optional<Outcome> expected) { return expected == Outcome::Violated; }, 1);
    offer([](std::optional<Outcome> expected) { return expected == Outcome::Held; }, 2);
    offer([](std::optional<Outcome> expected) { return expected != Outcome::Violated; }, 2);
    std::ranges::sort(offered); // so that the place says nothing
    return offered;
}

const Verdict *violated(const std::vector<Verdict> &verdicts, std::optional<Property> property)
{
    const auto found = std::ranges::find_if(verdicts, [&](const Verdict &verdict) {
        return verdict.outcome == Outcome::Violated && (!property || verdict.property == *property);
    });
    return found == verdicts.end() ? nullptr : &*found;
}

QString sentenceOf(const Verdict &verdict) { return capitalised(sentenceText(verdict)) + u'.'; }

Answer judged(Property property, const std::vector<Verdict> &verdicts)
{
    const auto found = std::ranges::find(verdicts, property, &Verdict::property);
    const auto *broken = violated(verdicts, property);
    const bool holds = found != verdicts.end() && found->outcome == Outcome::Held;
    return {breachText(property), broken != nullptr,
            broken  ? Words::tr("Yes. %1").arg(sentenceOf(*broken))
            : holds ? Words::tr("No. %1").arg(sentenceOf(*found))
                    : Words::tr("No. Nothing in this run put that to the test.")};
}

Answer nothing(const std::vector<Verdict> &verdicts)
{
    const auto *broken = violated(verdicts, std::nullopt);
    const bool isOpen = std::ranges::any_of(verdicts, [](const Verdict &verdict) { return verdict.outcome == Outcome::Inconclusive; });
    return {Words::tr("Nothing breaks"), !broken && !isOpen,
            broken   ? Words::tr("No. %1").arg(sentenceOf(*broken))
            : isOpen ? Words::tr("This run does not decide it. Play it again.")
                     : Words::tr("Yes. Everything held that this run put to the test.")};
}

} // namespace

TourStep guessAbout(const Scenario &scenario)
{
    TourStep step;
    step.scenario = QString::fromStdString(scenario.name);
    step.before = Words::tr("The title and the story stay covered until it was played.");
    step.question = Words::tr("What will the judge find?");
    step.answers = judgedGuess(scenario, {});
    return step;
}

QList<Answer> judgedGuess(const Scenario &scenario, const std::vector<Verdict> &verdicts)
{
    QList<Answer> answers;
    for (const auto property : offeredFor(scenario))
        answers << judged(property, verdicts);
    return answers << nothing(verdicts);
}

} // namespace lockscope
