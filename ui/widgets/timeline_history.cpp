// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_history.h"

#include <algorithm>

namespace lockscope {

namespace {

template <class Ranges>
void trimEndedBy(Ranges &ranges, TimelineTime time)
{
    while (!ranges.empty() && ranges.front().end && *ranges.front().end <= time)
        ranges.pop_front();
}

} // namespace

const TimelineSpan *spanAt(const TimelineLane &lane, TimelineTime time)
{
    const auto after = std::upper_bound(lane.spans.begin(), lane.spans.end(), time,
                                        [](TimelineTime at, const TimelineSpan &span) { return at < span.begin; });
    if (after == lane.spans.begin())
        return nullptr;
    const auto &span = *std::prev(after);
    return !span.end || time <= *span.end ? &span : nullptr;
}

const TimelineSpan *spanBefore(const TimelineLane &lane, TimelineTime time)
{
    const auto here =
        std::partition_point(lane.spans.begin(), lane.spans.end(), [time](const TimelineSpan &span) { return span.begin < time; });
    return here == lane.spans.begin() ? nullptr : &*std::prev(here);
}

int TimelineHistory::addLane(const QString &name)
{
    int lane = static_cast<int>(m_lanes.size());
    if (m_free.empty()) {
        m_lanes.emplace_back();
    } else {
        lane = m_free.back();
        m_free.pop_back();
    }
    at(lane).name = name;
    return lane;
}

void TimelineHistory::mark(int lane, TimelineMark mark)
{
    auto &marks = at(lane).marks;
    if (marks.empty() || marks.back().at <= mark.at)
        marks.push_back(mark);
    else
        marks.insert(
            std::upper_bound(marks.begin(), marks.end(), mark, [](const TimelineMark &a, const TimelineMark &b) { return a.at < b.at; }),
            mark);
    m_entries.push_back({lane, mark});
    if (m_entries.size() > m_ring)
        forgetOldest();
}

void TimelineHistory::forgetOldest()
{
    const auto oldest = m_entries.front();
    m_entries.pop_front();
    ++m_forgotten;
    auto &lane = at(oldest.lane);
    const auto time = lane.marks.front().at;
    lane.marks.pop_front();
    trimEndedBy(lane.spans, time);
    trimEndedBy(lane.waits, time);
    m_completeSince = std::max(m_completeSince.value_or(time), time);
    noteIfEmpty(oldest.lane);
}

// A lane without marks has no visible past.
void TimelineHistory::noteIfEmpty(int lane)
{
    auto &here = at(lane);
    if (!here.marks.empty())
        return;
    trimEndedBy(here.spans, TimelineTime::max());
    trimEndedBy(here.waits, TimelineTime::max());
    if (here.spans.empty() && here.waits.empty())
        m_emptied.push_back(lane);
}

std::vector<int> TimelineHistory::takeEmptied()
{
    std::sort(m_emptied.begin(), m_emptied.end());
    m_emptied.erase(std::unique(m_emptied.begin(), m_emptied.end()), m_emptied.end());
    std::erase_if(m_emptied, [this](int lane) {
        const auto &here = this->lane(lane);
        return !here.marks.empty() || !here.spans.empty() || !here.waits.empty(); // new content arrived meanwhile
    });
    for (const int lane : m_emptied) {
        at(lane) = {};
        m_free.push_back(lane);
    }
    return std::exchange(m_emptied, {});
}

void TimelineHistory::open(int lane, TimelineSpan span)
{
    auto &spans = at(lane).spans;
    close(lane, span.begin);
    if (!spans.empty())
        span.begin = std::max(span.begin, *spans.back().end);
    spans.push_back(std::move(span));
}

void TimelineHistory::close(int lane, TimelineTime time)
{
    auto &here = at(lane);
    if (!here.held())
        return;
    here.spans.back().end = std::max(time, here.spans.back().begin);
    noteIfEmpty(lane);
}

void TimelineHistory::beginEarlier(int lane, TimelineTime begin, bool seen)
{
    auto &spans = at(lane).spans;
    if (spans.empty() || begin >= spans.back().begin)
        return;
    const bool overlaps = spans.size() > 1 && *spans[spans.size() - 2].end > begin;
    spans.back().begin = overlaps ? *spans[spans.size() - 2].end : begin;
    spans.back().beginSeen = seen && !overlaps;
}

void TimelineHistory::setAwaited(int lane, bool awaited, TimelineTime time)
{
    auto &here = at(lane);
    if (awaited == here.awaited())
        return;
    if (awaited) {
        here.waits.push_back({here.waits.empty() ? time : std::max(time, *here.waits.back().end), {}});
    } else {
        here.waits.back().end = std::max(time, here.waits.back().begin);
        noteIfEmpty(lane);
    }
}

void TimelineHistory::clear() { *this = TimelineHistory(m_ring); }

} // namespace lockscope
