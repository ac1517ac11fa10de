// SPDX-License-Identifier: MIT
#include "ui/report/verdict_words.h"

#include "lockcore/lab/context/assessment.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString outcomeSign(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return u"✗ "_s;
    case Outcome::Held: return u"✓ "_s;
    case Outcome::Outlived: return u"◷ "_s;
    default: return u"· "_s;
    }
}

} // namespace

QString wordText(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())).replace(u'-', u' '); }

QString propertyText(Property property) { return wordText(wordOf(property)); }

QString breachText(Property property)
{
    switch (property) {
    case Property::MutualExclusion: return Words::tr("Two hold the lock at once, within the lease");
    case Property::Ownership: return Words::tr("One removes or renews the lock of another");
    case Property::NoImmortalLock: return Words::tr("The lock stays taken, and nobody can get it");
    case Property::Progress: return Words::tr("A waiter does not get the lock though it is free");
    case Property::Resource: return Words::tr("An update is lost");
    case Property::ReentryCount: return Words::tr("The lock is counted wrong when one takes it twice");
    case Property::Fairness: return Words::tr("A waiter is overtaken");
    case Property::Watchdog: return Words::tr("A lease ends though its watchdog runs");
    case Property::TokenOrder: return Words::tr("A later holder gets no greater fencing token");
    case Property::LeaseOutlived: return Words::tr("A lease ends early");
    }
    return {};
}

QString outcomeText(Outcome outcome) { return outcomeSign(outcome) + wordText(wordOf(outcome)); }

QString outcomeText(const Verdict &verdict)
{
    return isAfterLease(verdict) ? outcomeSign(Outcome::Outlived) + wordText(wordOf(verdict.outcome)) : outcomeText(verdict.outcome);
}

VerdictTone verdictTone(const Verdict &verdict)
{
    switch (verdict.outcome) {
    case Outcome::Violated: return VerdictTone::Bad;
    case Outcome::Outlived: return VerdictTone::Warns;
    case Outcome::Inconclusive: return VerdictTone::Open;
    case Outcome::Held: return isAfterLease(verdict) ? VerdictTone::Warns : VerdictTone::Good;
    case Outcome::NotExercised:
    case Outcome::Skipped: return VerdictTone::Silent;
    }
    return VerdictTone::Silent;
}

bool isAfterLease(const Verdict &verdict) { return verdict.outcome == Outcome::Held && verdict.cause == Cause::AfterLease; }

bool isSilent(const Verdict &verdict) { return verdictTone(verdict) == VerdictTone::Silent; }

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString reasonsText(const std::vector<Verdict> &verdicts, Outcome outcome)
{
    std::vector<std::pair<std::string, QStringList>> reasons; // each with its properties
    for (const auto &verdict : verdicts) {
        if (verdict.outcome != outcome)
            continue;
        auto reason = std::ranges::find(reasons, verdict.sentence, &std::pair<std::string, QStringList>::first);
        if (reason == reasons.end())
            reason = reasons.insert(reasons.end(), {verdict.sentence, {}});
        reason->second << propertyText(verdict.property);
    }
    QStringList texts;
    for (auto &[reason, properties] : reasons) {
        const auto last = properties.takeLast();
        const auto names = properties.isEmpty() ? last : Words::tr("%1 and %2").arg(properties.join(u", "_s), last);
        texts << names + u" ("_s + shownText(reason, 200) + u')';
    }
    return texts.join(u", "_s);
}

QString sentenceText(const Verdict &verdict)
{
    const auto text = shownText(verdict.sentence);
    return verdict.pitfall.empty() ? text : text + u", "_s + shownText(verdict.pitfall);
}

QString expectationText(const Scenario &scenario, const Verdict &verdict)
{
    if (matchOf(scenario, verdict) == Match::AsExpected)
        return {};
    const auto expected = scenario.expected.find(verdict.property);
    return expected == scenario.expected.end() ? Words::tr("the scenario does not expect this")
                                               : Words::tr("expected: %1").arg(wordText(wordOf(expected->second)));
}

} // namespace lockscope
