// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_lanes.h"

#include "ui/monitor/lock_sort_filter.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::ptrdiff_t mostTold = 8; // lines of a tooltip

QString spanLine(const TimelineSpan &span, TimelineTime now)
{
    const auto who = span.owner.isEmpty() ? Words::tr("held") : Words::tr("held by %1").arg(span.owner);
    const auto from = span.beginSeen ? timeText(span.begin) : Words::tr("before %1").arg(timeText(span.begin));
    const auto to = span.end ? timeText(*span.end) : Words::tr("now");
    const auto length = std::chrono::duration_cast<Milliseconds>(span.end.value_or(now) - span.begin);
    return Words::tr("%1, %2 to %3 (%4)").arg(who, from, to, spanText(length));
}

QString gapText(const TimelineFeed::Blindness &blindness)
{
    const auto node = shownText(blindness.address, 120);
    return blindness.end ? Words::tr("not known from %1 to %2: %3").arg(timeText(blindness.begin), timeText(*blindness.end), node)
                         : Words::tr("not known since %1: %2").arg(timeText(blindness.begin), node);
}

} // namespace

LockLanes::LockLanes(const LockSortFilter &rows, const TimelineFeed &feed)
    : m_rows(rows)
    , m_feed(feed)
    , m_looks(TimelineFeed::looks())
{ }

void LockLanes::settle()
{
    const auto now = m_rows.locks()->serverNow();
    m_gone.clear();
    for (const auto &gone : m_feed.gone()) {
        if (m_rows.locks()->rowOf(gone.last.id) < 0 && m_rows.matches(gone.last, now))
            m_gone.push_back(gone.last.id);
    }
    m_currentLane = findCurrent();
}

int LockLanes::findCurrent() const
{
    if (!m_current)
        return -1;
    if (const int source = m_rows.locks()->rowOf(*m_current); source >= 0) {
        const auto row = m_rows.mapFromSource(m_rows.locks()->index(source, 0));
        if (row.isValid())
            return row.row();
    }
    const auto found = std::find(m_gone.begin(), m_gone.end(), *m_current);
    return found == m_gone.end() ? -1 : m_rows.rowCount() + static_cast<int>(found - m_gone.begin());
}

int LockLanes::livingLanes() const { return m_rows.rowCount(); }

int LockLanes::laneCount() const { return livingLanes() + static_cast<int>(m_gone.size()); }

const LockId *LockLanes::idAt(int position) const
{
    const int rows = m_rows.rowCount();
    if (position < 0 || position >= laneCount())
        return nullptr;
    return position < rows ? &m_rows.rowAt(m_rows.index(position, 0))->lock.id : &m_gone[static_cast<std::size_t>(position - rows)];
}

const TimelineLane *LockLanes::lane(int position) const
{
    const auto *id = idAt(position);
    const int lane = id ? m_feed.laneOf(*id) : -1;
    return lane < 0 ? nullptr : &m_feed.history().lane(lane);
}

bool LockLanes::isGone(int position) const { return position >= m_rows.rowCount() || m_rows.rowAt(m_rows.index(position, 0))->gone(); }

TimelineTime LockLanes::now() const { return m_rows.locks()->serverNow(); }

std::vector<TimelineBand> LockLanes::bands() const
{
    std::vector<TimelineBand> bands;
    if (const auto since = m_feed.history().completeSince())
        bands.push_back({{}, since, Words::tr("forgotten: %Ln events", nullptr, static_cast<int>(m_feed.history().forgotten()))});
    for (const auto &blindness : m_feed.blindness()) {
        if (blindness.node)
            continue;
        bands.push_back({blindness.begin, blindness.end,
                         blindness.dropped == 0
                             ? Words::tr("not connected")
                             : Words::tr("not kept while frozen: %Ln events", nullptr, static_cast<int>(blindness.dropped))});
    }
    return bands;
}

std::vector<TimelineBand> LockLanes::gaps(int position) const
{
    std::vector<TimelineBand> gaps;
    const auto *id = idAt(position);
    const int lane = id ? m_feed.laneOf(*id) : -1;
    if (lane < 0)
        return gaps;
    for (const auto &blindness : m_feed.blindnessOf(lane))
        gaps.push_back({blindness.begin, blindness.end, gapText(blindness)});
    return gaps;
}

QString LockLanes::timeText(TimelineTime time) const { return lockscope::timeText(time); }

QString LockLanes::markLine(const LockId &id, const TimelineLane &lane, const TimelineMark &mark) const
{
    const auto line = u"%1 %2"_s.arg(lockscope::timeText(mark.at), m_looks[static_cast<std::size_t>(mark.what)].word);
    const auto by = tracedBy(id, lane, mark);
    return by ? Words::tr("%1 · by %2").arg(line, by->brief) : line;
}

// A mark does not say what its event said: its owner is that of its span, and it happened after the mark before it.
std::optional<TracedActor> LockLanes::tracedBy(const LockId &id, const TimelineLane &lane, const TimelineMark &mark) const
{
    if (!m_traced || m_traced->empty() || mark.what >= TimelineFeed::Joined)
        return {};
    const auto &look = m_looks[static_cast<std::size_t>(mark.what)];
    const auto *span = look.ends ? spanBefore(lane, mark.at) : spanAt(lane, mark.at);
    const auto owner = span ? unescaped(span->owner.toStdString()) : std::nullopt;
    if (!owner)
        return {};
    LockEvent event;
    event.type = static_cast<EventType>(mark.what);
    event.id = id;
    event.owner = *owner;
    event.time = mark.at;
    const auto here = std::partition_point(lane.marks.begin(), lane.marks.end(), [&](const auto &other) { return other.at < mark.at; });
    if (here != lane.marks.begin())
        event.notBefore = std::max(std::prev(here)->at, mark.at - TraceRecord::longestBetweenLooks);
    return m_traced->by(event);
}

QString LockLanes::who(int lane, const TimelineMark &mark) const
{
    const auto by = tracedBy(m_feed.idOf(lane), m_feed.history().lane(lane), mark);
    return by ? by->brief : QString();
}

std::vector<TimelineTime> LockLanes::knownTakers(int position, TimelineTime begin, TimelineTime end) const
{
    const auto *here = lane(position);
    std::vector<TimelineTime> known;
    const auto period = here && m_traced ? m_traced->period(*idAt(position)) : std::nullopt;
    if (!period)
        return known;
    begin = std::max(begin, period->first);
    end = std::min(end, period->second + TraceRecord::longestBetweenLooks);
    const auto &marks = here->marks;
    for (auto mark = std::partition_point(marks.begin(), marks.end(), [&](const auto &other) { return other.at < begin; });
         mark != marks.end() && mark->at <= end; ++mark) {
        const auto type = static_cast<EventType>(mark->what);
        const bool takes = type == EventType::Acquired || type == EventType::TakenOver || type == EventType::Resurrected;
        if (const auto by = takes ? tracedBy(*idAt(position), *here, *mark) : std::nullopt; by && !by->names.empty())
            known.push_back(mark->at);
    }
    return known;
}

QString LockLanes::tip(int position, TimelineTime time, TimelineLength tolerance) const
{
    const auto *here = lane(position);
    if (!here)
        return {};
    QStringList lines{here->name};
    if (const auto *span = spanAt(*here, time))
        lines << spanLine(*span, now());
    for (const auto &gap : gaps(position)) {
        if (*gap.begin <= time + tolerance && (!gap.end || *gap.end >= time - tolerance))
            lines << gap.word;
    }
    const auto first =
        std::partition_point(here->marks.begin(), here->marks.end(), [&](const TimelineMark &mark) { return mark.at < time - tolerance; });
    const auto last = std::partition_point(first, here->marks.end(), [&](const TimelineMark &mark) { return mark.at <= time + tolerance; });
    for (auto mark = first; mark != last && mark - first < mostTold; ++mark)
        lines << markLine(*idAt(position), *here, *mark);
    if (last - first > mostTold)
        lines << Words::tr("and %Ln more", nullptr, static_cast<int>(last - first - mostTold));
    return lines.join(u'\n');
}

} // namespace lockscope
