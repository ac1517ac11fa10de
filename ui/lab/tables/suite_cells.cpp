// SPDX-License-Identifier: MIT
#include "ui/lab/tables/suite_cells.h"

#include "ui/report/verdict_words.h"
#include "ui/runs/suite_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;
using Shade = ShadedLabel::Shade;

namespace {

constexpr std::array exclusion{Property::MutualExclusion};
constexpr std::array leaseEnd{Property::LeaseOutlived};
constexpr std::array ownership{Property::Ownership};
constexpr std::array immortal{Property::NoImmortalLock};
constexpr std::array progress{Property::Progress};
constexpr std::array resource{Property::Resource};
constexpr std::array seldom{Property::ReentryCount, Property::Fairness, Property::Watchdog, Property::TokenOrder};
constexpr std::array<std::span<const Property>, 7> suiteProperties{exclusion, leaseEnd, ownership, immortal, progress, resource, seldom};

struct Judged
{
    const Verdict *verdict = nullptr;
    Match match = Match::AsExpected;
};

// Order: first unexpected verdicts, then the gravest, then those that the scenario is about.
Judged gravestOf(const LabResult &result, std::span<const Property> properties)
{
    const auto key = [&](const Judged &judged) {
        return std::tuple(-static_cast<int>(judged.match), verdictTone(*judged.verdict),
                          !result.scenario.expected.contains(judged.verdict->property));
    };
    Judged gravest;
    const auto matches = matchesOf(result);
    for (std::size_t i = 0; i < result.verdicts.size(); ++i) {
        const Judged judged{&result.verdicts[i], matches[i]};
        const bool isAsked = properties.empty() || std::ranges::find(properties, judged.verdict->property) != properties.end();
        if (isAsked && (!gravest.verdict || key(judged) < key(gravest)))
            gravest = judged;
    }
    return gravest;
}

Shade cellShade(const LabResult &result, const Judged &judged)
{
    if (judged.match != Match::AsExpected)
        return judged.match == Match::Contradicted ? Shade::Danger : Shade::Warning;
    return isSilent(*judged.verdict)                                     ? Shade::Faint
           : result.scenario.expected.contains(judged.verdict->property) ? Shade::Text
                                                                         : Shade::Secondary;
}

QString verdictLine(const LabResult &result, const Verdict &verdict)
{
    auto text = capitalised(propertyText(verdict.property)) + u": "_s + outcomeText(verdict);
    if (const auto sentence = sentenceText(verdict); !sentence.isEmpty())
        text += u" – "_s + sentence;
    const auto unexpected = result.expects ? expectationText(result.scenario, verdict) : QString();
    return unexpected.isEmpty() ? text : text + u" ("_s + unexpected + u')';
}

} // namespace

ResultCell howCell(const LabResult *result)
{
    if (!result)
        return {Words::tr("to be played"), Shade::Faint, 5};
    const auto how = howText(*result);
    if (result->error)
        return {u"✗ "_s + how, Shade::Danger, 0};
    if (isSkipped(*result))
        return {u"– "_s + how, Shade::Faint, 4};
    switch (matchOf(*result)) {
    case Match::Contradicted: return {u"✗ "_s + how, Shade::Danger, 0};
    case Match::Open: return {u"? "_s + how, Shade::Warning, 1};
    case Match::AsExpected: return informs(*result) ? ResultCell{u"i "_s + how, Shade::Text, 3} : ResultCell{u"✓ "_s + how, Shade::Text, 2};
    }
    return {};
}

std::span<const std::span<const Property>> suiteColumns() { return suiteProperties; }

QString columnTitle(std::span<const Property> properties)
{
    return properties.size() == 1 ? capitalised(propertyText(properties.front())) : Words::tr("Further");
}

ResultCell propertyCell(const LabResult *result, std::span<const Property> properties)
{
    const auto judged = result ? gravestOf(*result, properties) : Judged();
    if (!judged.verdict)
        return {{}, Shade::Faint, 9};
    const auto &verdict = *judged.verdict;
    const int rank = 3 * (2 - static_cast<int>(judged.match)) + std::min(static_cast<int>(verdictTone(verdict)), 2);
    if (isSilent(verdict) && judged.match == Match::AsExpected)
        return {u"–"_s, Shade::Faint, 9};
    auto text = outcomeText(verdict);
    if (properties.size() > 1)
        text.insert(2, propertyText(verdict.property) + u' ');
    if (!verdict.pitfall.empty())
        text += u' ' + shownText(verdict.pitfall, 12);
    return {text, cellShade(*result, judged), rank};
}

QString detailsText(const LabResult &result)
{
    if (result.error)
        return asSentence(result.error->text);
    if (isSkipped(result))
        return capitalised(skipText(result)) + u'.';
    QStringList lines;
    const auto matches = matchesOf(result);
    for (std::size_t i = 0; i < result.verdicts.size(); ++i) {
        const auto &verdict = result.verdicts[i];
        if (matches[i] != Match::AsExpected || (!isSilent(verdict) && result.scenario.expected.contains(verdict.property))
            || breaksAPromise(verdict))
            lines << verdictLine(result, verdict);
    }
    if (!result.disagreement.empty())
        lines << shownText(result.disagreement);
    lines << remarkTexts(result);
    if (!result.premises.complete)
        lines << capitalised(unmetText(result)) + u'.';
    if (const auto latencies = latenciesText(result.figures); !latencies.isEmpty())
        lines << capitalised(latencies);
    return lines.join(u'\n');
}

std::uint64_t proofOf(const LabResult &result, std::span<const Property> properties)
{
    const auto *verdict = gravestOf(result, properties).verdict;
    return verdict && !verdict->events.empty() ? verdict->events.back() : 0;
}

} // namespace lockscope
