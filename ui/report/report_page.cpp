// SPDX-License-Identifier: MIT
#include "ui/report/report_page.h"

#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/report/source_excerpt.h"
#include "ui/report/timeline_svg.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

const QString policy = u"default-src 'none'; style-src 'unsafe-inline'; img-src data:"_s;

constexpr std::size_t mostChips = 20;
constexpr std::size_t mostLinks = 40;

QString chip(const QString &text) { return u"<span>%1</span>"_s.arg(text); }

QString chips(const RunReport &report)
{
    auto text = chip(markup(report.library.empty() ? report.history.header.library : report.library, 80));
    if (!report.server.empty())
        text += chip(Words::tr("on %1").arg(markup(report.server, 60)));
    text += chip(Words::tr("lease %1 ms").arg(report.scenario.lease.count()));
    text += chip(Words::tr("seed %1").arg(report.history.header.seed));
    for (std::size_t i = 0; i < std::min(report.scenario.pitfalls.size(), mostChips); ++i)
        text += chip(markup(report.scenario.pitfalls[i], 12));
    return u"<p class=\"chips\">%1</p>\n"_s.arg(text);
}

QString sentences(const RunReport &report)
{
    QString text;
    const auto add = [&](const QString &sentence) { text += u"<p class=\"unexpected\">%1</p>\n"_s.arg(sentence); };
    if (report.error)
        add(markup(asSentence(report.error->text)));
    if (!report.disagreement.empty())
        add(markup(report.disagreement, 2000));
    if (!report.replayOf.isEmpty())
        text += u"<p class=\"aside\">%1</p>\n"_s.arg(
            Words::tr("Played again after %1: the same scenario, seed and faults, never the same interleaving.")
                .arg(markup(report.replayOf)));
    return text;
}

QString headHtml(const RunReport &report)
{
    const auto &scenario = report.scenario;
    auto text = u"<header>\n<p class=\"eyebrow\">%1</p>\n<h1>%2</h1>\n"_s.arg(
        markup(scenario.chapter.empty() ? scenario.name : scenario.chapter, 100), markup(scenario.title, 300));
    text += chips(report);
    if (!scenario.story.empty())
        text += u"<p class=\"story\">%1</p>\n"_s.arg(markup(scenario.story, 4000));
    return text + headlineHtml(report) + sentences(report) + u"</header>\n"_s;
}

QString footHtml(const RunReport &report)
{
    QString sources;
    for (std::size_t i = 0; i < std::min(report.scenario.sources.size(), mostLinks); ++i)
        sources += u"<li>%1</li>\n"_s.arg(markup(report.scenario.sources[i], 300));
    auto text = sources.isEmpty() ? QString() : section(Words::tr("Read on"), u"<ul class=\"links\">\n%1</ul>\n"_s.arg(sources));
    text += u"<footer>%1 %2</footer>\n"_s.arg(
        Words::tr("Made by Lockscope %1.").arg(QStringLiteral(LOCKSCOPE_VERSION)),
        Words::tr("The verdicts come from the history alone; times count from the end of the warm-up, and #41 is entry 41 of "
                  "<code>history.jsonl</code>. <code>lockscope lab --judge history.jsonl</code> judges it again."));
    return text;
}

// What is left out of a page that would be too large.
struct PageSize
{
    bool hasSources;
    std::size_t mostWorkers; ///< 0: no timeline
};

QByteArray pageOf(const RunReport &report, const Lanes &lanes, const PageSize &size)
{
    ReportPage page(report, lanes);
    const auto left = [](bool there) {
        return there ? QString() : u"<p class=\"aside\">%1</p>\n"_s.arg(Words::tr("Left out: the page would be too large."));
    };
    auto text = headHtml(report);
    text += section(Words::tr("What happened"), size.mostWorkers > 0 ? stepsHtml(page, Telling::All, size.mostWorkers) : left(false));
    text += section(Words::tr("Verdicts"), verdictsHtml(page));
    text += section(Words::tr("Faults"), faultsHtml(page));
    text += section(Words::tr("Lines of source"), size.hasSources ? sourcesHtml(report) : left(false));
    text += section(Words::tr("Figures"), figuresHtml(page));
    text += section(Words::tr("Bounds"), boundsHtml(page));
    return pageHtml(markup(report.scenario.title, 200), text + footHtml(report), size.mostWorkers > 0 ? stepsStyle(page) : QString())
        .toUtf8();
}

} // namespace

QString pageHtml(const QString &title, const QString &content, const QString &style)
{
    const auto head =
        u"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"%1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%2</title>\n<style>\n%3%4%5</style>\n"
        "</head>\n<body>\n<main>\n"_s.arg(policy, title, inkStyle(), reportStyle(), style);
    return head + content + u"</main>\n</body>\n</html>\n"_s;
}

QByteArray reportPage(const RunReport &report, const Lanes &lanes)
{
    constexpr std::size_t usualWorkers = TimelineOptions().mostWorkers, fewWorkers = 6;
    for (const auto &size :
         {PageSize{true, usualWorkers}, PageSize{false, usualWorkers}, PageSize{false, fewWorkers}, PageSize{false, 0}}) {
        auto page = pageOf(report, lanes, size);
        if (page.size() <= mostReportBytes)
            return page;
    }
    return {};
}

} // namespace lockscope
