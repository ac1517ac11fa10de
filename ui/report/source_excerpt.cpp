// SPDX-License-Identifier: MIT
#include "ui/report/source_excerpt.h"

#include "ui/report/markup.h"
#include "ui/words/shown_text.h"

#include <algorithm>
#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::int64_t around = 4;
constexpr qsizetype longestLine = 200;
constexpr std::size_t mostEventsOfLine = 6;
constexpr std::size_t mostLines = 200;

QString eventsText(const std::vector<std::uint64_t> &events)
{
    QString text;
    for (std::size_t i = 0; i < std::min(events.size(), mostEventsOfLine); ++i)
        text += u"<a href=\"#e%1\">#%1</a> "_s.arg(events[i]);
    return events.size() > mostEventsOfLine ? text + u"…"_s : text.trimmed();
}

QString lineHtml(const ExcerptLine &line)
{
    if (line.number == 0)
        return u"<tr class=\"cut\"><td></td><td>⋯</td><td></td></tr>\n"_s;
    return u"<tr%1><td class=\"n\">%2</td><td><code>%3</code></td><td class=\"e\">%4</td></tr>\n"_s.arg(
        line.events.empty() ? QString() : u" class=\"hit\""_s, QString::number(line.number), markup(line.text), eventsText(line.events));
}

// Invisible characters, and those that reorder text, are shown by their codes. A backslash is an ordinary character in a source.
QString readable(QString line)
{
    line.remove(u'\r').replace(u'\t', u"    "_s);
    if (line.size() > longestLine)
        line = line.left(longestLine) + u" …"_s;
    return shownText(line.toStdString()).replace(u"\\\\"_s, u"\\"_s);
}

} // namespace

std::vector<ExcerptLine> excerptOf(const QByteArray &file, const std::vector<SourceLine> &lines)
{
    const auto all = QString::fromUtf8(file).split(u'\n');
    std::map<std::int64_t, std::vector<std::uint64_t>> hits;
    for (const auto &line : lines) {
        if (line.line >= 1 && line.line <= all.size())
            hits[line.line] = line.events;
    }
    std::vector<ExcerptLine> excerpt;
    std::int64_t shown = 0;
    for (const auto &[hit, events] : hits) {
        const auto first = std::max(hit - around, shown + 1);
        if (first > shown + 1 && !excerpt.empty())
            excerpt.push_back({});
        for (auto number = first; number <= std::min<std::int64_t>(hit + around, all.size()) && excerpt.size() < mostLines; ++number) {
            const auto text = readable(all[static_cast<qsizetype>(number - 1)]);
            const auto here = hits.find(number);
            excerpt.push_back({number, text, here == hits.end() ? std::vector<std::uint64_t>() : here->second});
            shown = number;
        }
    }
    return excerpt;
}

QString sourcesHtml(const RunReport &report)
{
    const auto lines = sourceLinesOf(report.history, report.verdicts);
    QString text;
    for (const auto &source : report.sources) {
        std::vector<SourceLine> own;
        std::ranges::copy_if(lines, std::back_inserter(own), [&](const SourceLine &line) { return line.file == source.named; });
        const auto excerpt = excerptOf(source.text, own);
        if (excerpt.empty())
            continue;
        text += u"<h3 class=\"file\">%1</h3>\n<div class=\"wide\"><table class=\"source\">\n"_s.arg(markup(source.path));
        for (const auto &line : excerpt)
            text += lineHtml(line);
        text += u"</table></div>\n"_s;
    }
    return text;
}

} // namespace lockscope
