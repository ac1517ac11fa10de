// SPDX-License-Identifier: MIT
#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t longestHeadline = 400;

struct Headline
{
    VerdictTone tone = VerdictTone::Silent;
    QString text; ///< HTML
};

// Of several violations, one of what must hold is worth more than one that only informs; a lease that ended explains what came afterwards.
const Verdict *gravestOf(const std::vector<Verdict> &verdicts)
{
    const auto key = [](const Verdict &verdict) { return std::tuple(verdictTone(verdict), isAfterLease(verdict), verdict.importance); };
    const auto gravest = std::ranges::min_element(verdicts, {}, key);
    return gravest == verdicts.end() ? nullptr : &*gravest;
}

QString listOf(const std::vector<Verdict> &verdicts, VerdictTone tone, const Verdict *except = nullptr)
{
    QStringList names;
    for (const auto &verdict : verdicts) {
        if (verdictTone(verdict) == tone && &verdict != except)
            names << (verdict.property == Property::LeaseOutlived && tone == VerdictTone::Good ? Words::tr("lease not outlived")
                                                                                               : propertyText(verdict.property));
    }
    return names.join(u", "_s);
}

QString findingText(const Verdict &verdict)
{
    const bool saysItself = verdict.outcome == Outcome::Outlived || isAfterLease(verdict); // "lease outlived outlived" would be odd
    const auto what =
        saysItself ? propertyText(verdict.property) : propertyText(verdict.property) + u' ' + wordText(wordOf(verdict.outcome));
    const auto code = verdict.pitfall.empty() ? QString() : u" ("_s + markup(verdict.pitfall) + u')';
    return capitalised(what) + code + u": "_s + markup(verdict.sentence, longestHeadline) + u'.';
}

Headline headlineOf(const RunReport &report)
{
    const auto *const gravest = gravestOf(report.verdicts);
    if (report.error || !gravest)
        return {VerdictTone::Bad, markup(capitalised(conclusionOf(report))) + u'.'};
    const auto tone = verdictTone(*gravest);
    if (tone == VerdictTone::Good)
        return {tone, Words::tr("Nothing was violated. Held: %1.").arg(listOf(report.verdicts, tone))};
    if (tone == VerdictTone::Silent)
        return {tone, Words::tr("Nothing was put to the test.")};
    auto text = findingText(*gravest);
    if (const auto also = listOf(report.verdicts, tone, gravest); tone == VerdictTone::Bad && !also.isEmpty())
        text += u' ' + Words::tr("Also violated: %1.").arg(also);
    if (tone == VerdictTone::Warns)
        text += u' ' + Words::tr("Nothing was violated.");
    return {tone, text};
}

QString signOf(VerdictTone tone)
{
    switch (tone) {
    case VerdictTone::Bad: return u"✗"_s;
    case VerdictTone::Warns: return u"◷"_s;
    case VerdictTone::Good: return u"✓"_s;
    case VerdictTone::Open:
    case VerdictTone::Silent: return u"·"_s;
    }
    return {};
}

// Whether that was to be expected. It goes without saying of a run that ended early.
QString againstExpectation(const RunReport &report)
{
    if (report.error)
        return {};
    if (!report.notApplicable.empty())
        return capitalised(skipText(report)) + u'.';
    if (report.expects && matchOf(report) == Match::AsExpected)
        return Words::tr("As the scenario expects.");
    const bool isBroken = std::ranges::any_of(report.verdicts, [](const Verdict &one) { return one.outcome == Outcome::Violated; });
    const auto conclusion = capitalised(conclusionOf(report));
    return isBroken && matchOf(report) == Match::AsExpected ? Words::tr("%1: the library does not promise to prevent it.").arg(conclusion)
                                                            : conclusion + u'.';
}

} // namespace

QString headlineHtml(const RunReport &report)
{
    const auto headline = headlineOf(report);
    auto text = u"<p class=\"banner\" style=\"color:var(--%1);border-color:var(--%1)\">%2 %3</p>\n"_s.arg(
        nameOf(toneInk(headline.tone)), signOf(headline.tone), headline.text);
    if (const auto expected = againstExpectation(report); !expected.isEmpty())
        text += u"<p class=\"aside\">%1</p>\n"_s.arg(markup(expected));
    return text;
}

} // namespace lockscope
