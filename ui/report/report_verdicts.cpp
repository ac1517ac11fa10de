// SPDX-License-Identifier: MIT
#include "lockcore/report/entry_sentence.h"
#include "lockcore/report/pitfall.h"
#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/report/time_axis.h"
#include "ui/report/timeline_parts.h"
#include "ui/report/verdict_words.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t mostEvents = 60; // events in a proof
constexpr std::size_t longestText = 1000;

QString pitfallHtml(const std::string &code)
{
    if (code.empty())
        return {};
    const auto title = pitfallTitle(code);
    const auto name = title.empty() ? QString() : u" "_s + markup(title);
    return u"<p class=\"pitfall\"><b>%1</b>%2</p>\n"_s.arg(markup(code), name);
}

QString expectationHtml(const RunReport &report, const Verdict &verdict)
{
    const auto text = report.expects ? expectationText(report.scenario, verdict) : QString();
    return text.isEmpty() ? text : u"<p class=\"unexpected\">%1</p>\n"_s.arg(capitalised(markup(text)));
}

QString importanceText(Importance importance)
{
    switch (importance) {
    case Importance::Must: return Words::tr("must hold");
    case Importance::Promised: return Words::tr("promised by the library");
    case Importance::Informative: return Words::tr("informative");
    }
    return {};
}

QString proofHtml(ReportPage &page, const Verdict &verdict)
{
    if (verdict.events.empty())
        return {};
    QString rows;
    for (std::size_t i = 0; i < std::min(verdict.events.size(), mostEvents); ++i)
        rows += page.eventRow(verdict.events[i]);
    auto text = u"<table class=\"events\">\n%1</table>\n"_s.arg(rows);
    if (verdict.events.size() > mostEvents)
        text += u"<p class=\"aside\">%1</p>\n"_s.arg(Words::tr("And %1 more").arg(verdict.events.size() - mostEvents));
    if (verdict.more > 0)
        text += u"<p class=\"aside\">%1</p>\n"_s.arg(Words::tr("Further findings of the same kind in this run: %1").arg(verdict.more));
    return text;
}

QString verdictHtml(ReportPage &page, const Verdict &verdict)
{
    const auto ink = nameOf(toneInk(verdictTone(verdict)));
    const auto left =
        u"<h3>%1</h3><p><span class=\"outcome\" style=\"color:var(--%2)\">%3</span><br><span class=\"aside\">%4</span></p>"_s.arg(
            capitalised(propertyText(verdict.property)), ink, outcomeText(verdict), importanceText(verdict.importance));
    auto right = u"<p class=\"sentence\">%1</p>\n"_s.arg(capitalised(markup(verdict.sentence, longestText)));
    right += pitfallHtml(verdict.pitfall);
    if (!verdict.note.empty())
        right += u"<p class=\"aside\">%1</p>\n"_s.arg(capitalised(markup(verdict.note, longestText)));
    right += expectationHtml(page.report(), verdict) + proofHtml(page, verdict);
    return u"<div class=\"verdict\"><div>%1</div><div>%2</div></div>\n"_s.arg(left, right);
}

QString silentHtml(const std::vector<Verdict> &verdicts)
{
    QString rows;
    for (const auto &verdict : verdicts) {
        if (isSilent(verdict))
            rows += factRow(capitalised(propertyText(verdict.property)),
                            wordText(wordOf(verdict.outcome))
                                + (verdict.sentence.empty() ? QString() : u": "_s + markup(verdict.sentence, longestText)));
    }
    return rows.isEmpty() ? rows : u"<table class=\"facts quiet\">\n%1</table>\n"_s.arg(rows);
}

} // namespace

Ink toneInk(VerdictTone tone)
{
    switch (tone) {
    case VerdictTone::Bad: return Ink::Danger;
    case VerdictTone::Warns: return Ink::Warning;
    case VerdictTone::Good: return Ink::Good;
    case VerdictTone::Open:
    case VerdictTone::Silent: return Ink::Secondary;
    }
    return Ink::Text;
}

ReportPage::ReportPage(const RunReport &report, const Lanes &lanes)
    : m_report(report)
    , m_lanes(lanes)
    , m_history(report.history)
{ }

QString ReportPage::swatchHtml(const std::optional<Incarnation> &who) const
{
    if (!who)
        return {};
    const auto found = std::ranges::find(m_lanes.workers, who->worker, &WorkerLane::worker);
    const auto ink = found == m_lanes.workers.end() ? Ink::Faint : ownerInk(static_cast<std::size_t>(found - m_lanes.workers.begin()));
    return u"<i style=\"background:var(--%1)\"></i>"_s.arg(nameOf(ink));
}

QString ReportPage::workerHtml(const std::optional<Incarnation> &who) const
{
    return who ? swatchHtml(who) + markup(toString(*who), 40) : QString();
}

QString ReportPage::eventRow(std::uint64_t number)
{
    const auto &entries = m_report.history.entries;
    if (number == 0 || number > entries.size())
        return {};
    const auto &entry = entries[number - 1];
    const auto id = m_targets.insert(number).second ? u" id=\"e%1\""_s.arg(number) : QString();
    const auto time = entry.at < m_lanes.begin ? Words::tr("before") : exactTime(entry.at - m_lanes.begin);
    return u"<tr%1><td class=\"n\">#%2</td><td class=\"t\">%3</td><td class=\"w\">%4</td><td>%5</td></tr>\n"_s.arg(
        id, QString::number(number), time,
        std::holds_alternative<entry::KeyChanged>(entry.what)
            ? u"<span class=\"aside\">%1</span>"_s.arg(markup(storeOf(m_report.history.header), 20))
            : workerHtml(workerIn(entry)),
        capitalised(markup(sentenceOf(m_report.history, number))));
}

QString verdictsHtml(ReportPage &page)
{
    auto verdicts = page.report().verdicts;
    std::ranges::stable_sort(verdicts, {}, verdictTone);
    QString text;
    for (const auto &verdict : verdicts) {
        if (!isSilent(verdict))
            text += verdictHtml(page, verdict);
    }
    return text + silentHtml(verdicts);
}

} // namespace lockscope
