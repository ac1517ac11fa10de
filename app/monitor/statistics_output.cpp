// SPDX-License-Identifier: MIT
#include "app/monitor/statistics_output.h"

#include "lockcore/base/iso_time.h"
#include "ui/export/json_writer.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/statistics_words.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::KindStatistics;
using lockcore::ServerTime;

namespace {

constexpr int columnsBetween = 2;
constexpr int leastPrefix = 16;

void percentiles(JsonWriter &json, const std::string &name, const lockcore::DurationCounts &counts)
{
    json.member(name + "_measured", counts.count());
    for (const auto &[suffix, part] : {std::pair("_p50_ms", 0.5), std::pair("_p99_ms", 0.99)}) {
        json.name(name + suffix);
        if (const auto duration = counts.percentile(part))
            json.number(duration->count());
        else
            json.null();
    }
}

} // namespace

QByteArray StatisticsOutput::feed(const lockcore::MonitorChange &change, const lockcore::RecentStatistics::Wanted &wanted)
{
    m_recent.apply(change, wanted);
    const auto now = change.serverNow;
    if (change.state.phase != lockcore::MonitorState::Phase::Live || now == ServerTime{})
        return {};
    if (!m_due)
        m_due = now + m_interval;
    if (now < *m_due)
        return {};
    m_due = now + m_interval;
    const auto kinds = m_recent.byKind(now);
    return m_json ? jsonLines(kinds, now) : table(kinds, now).toUtf8();
}

QByteArray StatisticsOutput::jsonLines(const std::vector<KindStatistics> &kinds, ServerTime now) const
{
    std::string lines;
    for (const auto &[kind, statistics] : kinds) {
        JsonWriter json(lines);
        json.open('{');
        json.member("expired", statistics.expired);
        json.member("hand_overs", statistics.handOvers);
        percentiles(json, "hold", statistics.holds);
        json.member("over_ms", statistics.over.count());
        json.name("prefix");
        if (kind.empty()) // those of further kinds
            json.null();
        else
            json.text(kind);
        json.member("time", lockcore::isoTime(now));
        percentiles(json, "wait", statistics.waits);
        json.close('}');
        lines += '\n';
    }
    return QByteArray::fromStdString(lines);
}

// Where waits are not measured, their columns would only say so. Where there is no room, the rate says enough of the hand-overs.
QString StatisticsOutput::table(const std::vector<KindStatistics> &kinds, ServerTime now) const
{
    if (kinds.empty())
        return Words::tr("%1  no lock has changed hands or ended\n").arg(timeText(now));
    const auto columns = statisticsColumns();
    std::vector<qsizetype> shown(static_cast<std::size_t>(columns.size()));
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] = static_cast<qsizetype>(i);
    if (std::ranges::none_of(kinds, [](const auto &kind) { return kind.statistics.waits.count() > 0; }))
        shown.resize(shown.size() - 2);
    QStringList prefixes{Words::tr("PREFIX")};
    std::vector<QStringList> rows(1);
    for (const auto &column : columns)
        rows.front() << column.title.toUpper();
    for (const auto &kind : kinds) {
        prefixes << kindOfNamesText(kind.kind);
        rows.push_back(statisticsCells(kind.statistics));
    }
    const auto widest = [&](qsizetype column) {
        int width = 0;
        for (const auto &row : rows)
            width = std::max(width, columnsOf(row.at(column)));
        return width;
    };
    const auto figures = [&] {
        int width = 0;
        for (const auto column : shown)
            width += columnsBetween + widest(column);
        return width;
    };
    if (m_style.width > 0 && figures() + leastPrefix > m_style.width)
        shown.erase(shown.begin());
    int prefix = 0;
    for (const auto &text : prefixes)
        prefix = std::max(prefix, columnsOf(text));
    if (m_style.width > 0)
        prefix = std::clamp(m_style.width - figures(), leastPrefix, prefix);
    auto text = Words::tr("%1  of the last %2\n").arg(timeText(now), spanText(kinds.front().statistics.over));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto line = padded(elidedTo(prefixes.at(static_cast<qsizetype>(i)), prefix), prefix);
        for (const auto column : shown)
            line += QString(columnsBetween, u' ') + padded(rows[i].at(column), widest(column), Qt::AlignRight);
        text += (i == 0 ? coloured(line, u"2"_s, m_style) : line) + u'\n';
    }
    return text + u'\n';
}

} // namespace lockscope
