// SPDX-License-Identifier: MIT
#include "lockcore/report/fault_log.h"
#include "lockcore/report/latency.h"
#include "lockcore/report/run_figures.h"
#include "lockcore/report/run_remarks.h"
#include "ui/report/figure_words.h"
#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/report/time_axis.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t mostFaults = 200;

QString word(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString numberCell(std::int64_t value) { return value == 0 ? u"<td class=\"zero\">0</td>"_s : u"<td>%1</td>"_s.arg(value); }

QString operationsHtml(const std::vector<Operation> &operations)
{
    auto text = u"<table class=\"numbers\">\n<tr><th>%1</th><th>%2</th><th>ok</th><th>no</th><th>%3</th><th>%4</th></tr>\n"_s.arg(
        Words::tr("Request"), Words::tr("sent"), Words::tr("failed"), Words::tr("indefinite"));
    for (const auto &operation : operations)
        text += u"<tr><th>%1</th>%2%3%4%5%6</tr>\n"_s.arg(word(wordOf(operation.request)), numberCell(operation.sent),
                                                          numberCell(operation.ok), numberCell(operation.no), numberCell(operation.failed),
                                                          numberCell(operation.indefinite));
    return text + u"</table>\n"_s;
}

QString latencyRow(const QString &name, const Latency &latency)
{
    if (latency.count == 0)
        return u"<tr><th>%1</th><td class=\"zero\">0</td><td></td><td></td><td></td></tr>\n"_s.arg(name);
    return u"<tr><th>%1</th><td>%2</td><td>%3</td><td>%4</td><td>%5</td></tr>\n"_s.arg(
        name, QString::number(latency.count), shortTime(latency.p50), shortTime(latency.p99), shortTime(latency.longest));
}

QString latenciesHtml(const RunFigures &figures)
{
    auto text = u"<table class=\"numbers\">\n<tr><th>%1</th><th>%2</th><th>p50</th><th>p99</th><th>%3</th></tr>\n"_s.arg(
        Words::tr("Latency"), Words::tr("times"), Words::tr("longest"));
    text +=
        latencyRow(Words::tr("wait for the lock"), latencyOf(figures.waits)) + latencyRow(Words::tr("wake-up"), latencyOf(figures.wakeUps));
    return text + u"</table>\n"_s;
}

QString stallText(const RunFigures &figures)
{
    if (!figures.worstStall)
        return Words::tr("none above 10 ms");
    const auto &stall = *figures.worstStall;
    const auto place = stall.place == entry::Place::Worker   ? markup(toString(stall.who), 40)
                       : stall.place == entry::Place::Server ? Words::tr("server %1").arg(stall.server + 1)
                                                             : Words::tr("the Lab itself");
    return Words::tr("%1 (%2)").arg(shortTime(stall.length), place);
}

QString ms(Milliseconds time) { return Words::tr("%1 ms").arg(time.count()); }

} // namespace

QString section(const QString &title, const QString &content)
{
    return content.isEmpty() ? QString() : u"<section>\n<h2>%1</h2>\n%2</section>\n"_s.arg(title, content);
}

QString factRow(const QString &name, const QString &value) { return u"<tr><th>%1</th><td>%2</td></tr>\n"_s.arg(name, value); }

QString faultsHtml(ReportPage &page)
{
    const auto faults = faultsOf(page.history());
    QString rows;
    for (std::size_t i = 0; i < std::min(faults.size(), mostFaults); ++i)
        rows += page.eventRow(faults[i]);
    auto text = rows.isEmpty()
                    ? u"<p class=\"aside\">%1</p>\n"_s.arg(Words::tr("Nothing was broken on purpose, and nothing broke by itself."))
                    : u"<table class=\"events\">\n%1</table>\n"_s.arg(rows);
    if (faults.size() > mostFaults)
        text += u"<p class=\"aside\">%1</p>\n"_s.arg(Words::tr("And %1 more").arg(faults.size() - mostFaults));
    for (const auto &remark : remarksOn(page.history()))
        text += u"<p class=\"%1\">%2</p>\n"_s.arg(remark.weight == RunRemark::Weight::Note ? u"sentence"_s : u"unexpected"_s,
                                                  capitalised(markup(asSentence(remark.sentence))));
    for (const auto &condition : page.report().unmet)
        text += u"<p class=\"unexpected\">%1</p>\n"_s.arg(Words::tr("Did not happen in time: %1").arg(markup(toString(condition))));
    return text;
}

QString figuresHtml(const ReportPage &page)
{
    const auto figures = figuresOf(page.history());
    const auto handOvers = handOverText(figures);
    auto text = u"<div class=\"pair\"><div>%1</div><div>%2</div></div>\n"_s.arg(operationsHtml(figures.operations), latenciesHtml(figures));
    text += u"<table class=\"facts\">\n"_s
            + factRow(Words::tr("Commands at the servers"), figures.commands ? QString::number(*figures.commands) : Words::tr("not known"))
            + (handOvers.isEmpty() ? QString() : factRow(Words::tr("Cost of waiting"), handOvers))
            + factRow(Words::tr("Worst unplanned stall"), stallText(figures))
            + factRow(Words::tr("Entries of the history"), QString::number(page.report().history.entries.size())) + u"</table>\n"_s;
    return text;
}

QString boundsHtml(const ReportPage &page)
{
    const auto &scenario = page.report().scenario;
    const auto &header = page.report().history.header;
    QString rows = factRow(Words::tr("Workers"), QString::number(scenario.workers.size()));
    rows += factRow(Words::tr("Lease"), ms(scenario.lease));
    rows += factRow(Words::tr("Longest scheduled work"), ms(header.work));
    rows += factRow(Words::tr("Limit of the rounds"),
                    ms(scenario.limit) + (page.report().premises.complete ? QString() : u", "_s + Words::tr("which cut the run off")));
    if (header.servers > 1)
        rows += factRow(Words::tr("Servers"), Words::tr("%1, of which %2 must grant").arg(header.servers).arg(header.quorum));
    if (const auto &timeout = page.history().queueTimeout)
        rows += factRow(Words::tr("Queue timeout"), ms(*timeout));
    rows += factRow(Words::tr("Stall that breaks a premise"), Words::tr("more than %1").arg(ms(header.stallLimit)));
    for (const auto &[name, value] : scenario.settings)
        rows += factRow(Words::tr("Server setting"), u"<code>%1 %2</code>"_s.arg(markup(name), markup(value)));
    if (!header.looks)
        rows += factRow(Words::tr("Looks"), Words::tr("off: values were not read, so ownership is not judged"));
    QString exercised;
    for (const auto &phrase : exercisedIn(page.history()))
        exercised += u"<li>%1</li>\n"_s.arg(markup(phrase));
    if (exercised.isEmpty())
        exercised = u"<li>%1</li>\n"_s.arg(Words::tr("nothing: no contention, and no fault"));
    return u"<div class=\"pair\"><div><table class=\"facts\">\n%1</table></div><div><h3>%2</h3><ul>\n%3</ul></div></div>\n"_s.arg(
        rows, Words::tr("What was exercised"), exercised);
}

} // namespace lockscope
