// SPDX-License-Identifier: MIT
#include "ui/report/verdict_words.h"

#include "lockcore/lab/context/assessment.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(VerdictWords)
};

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

QString outcomeText(Outcome outcome) { return outcomeSign(outcome) + wordText(wordOf(outcome)); }

int rankOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return 0;
    case Outcome::Outlived: return 1;
    case Outcome::Inconclusive: return 2;
    default: return 3;
    }
}

bool isSilent(const Verdict &verdict) { return verdict.outcome == Outcome::NotExercised || verdict.outcome == Outcome::Skipped; }

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
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
    return expected == scenario.expected.end() ? VerdictWords::tr("the scenario does not expect this")
                                               : VerdictWords::tr("expected: %1").arg(wordText(wordOf(expected->second)));
}

} // namespace lockscope
