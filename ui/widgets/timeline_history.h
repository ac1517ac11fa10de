// SPDX-License-Identifier: MIT
// The content of a timeline, as values: lanes of spans, stretches of waiting, and marks. The marks of all lanes share one ring. When the
// oldest mark is dropped, the spans that had ended by then are dropped, too, and forgotten() counts the marks. No widget, no clock. One
// thread.
#pragma once

#include "ui/widgets/timeline_scale.h"
#include "ui/widgets/trimmed_vector.h"

#include <QString>

#include <deque>
#include <optional>
#include <vector>

namespace lockscope {

/// A period in which somebody holds the lane's lock.
struct TimelineSpan
{
    TimelineTime begin{};
    std::optional<TimelineTime> end; ///< none: still open
    QString owner;
    int colour = -1;       ///< for ownerColour(); -1: no owner in particular
    bool beginSeen = true; ///< false: it had begun before Lockscope watched
};

/// A period in which somebody waits for the lane's lock.
struct TimelineWait
{
    TimelineTime begin{};
    std::optional<TimelineTime> end;
};

/// An event; the caller defines its meaning.
struct TimelineMark
{
    TimelineTime at{};
    int what = 0;
};

struct TimelineLane
{
    QString name;
    TrimmedVector<TimelineSpan> spans; ///< in time order, not overlapping; only the last one may be open
    TrimmedVector<TimelineWait> waits; ///< the same for waiting
    TrimmedVector<TimelineMark> marks; ///< in time order

    bool held() const { return !spans.empty() && !spans.back().end; }
    bool awaited() const { return !waits.empty() && !waits.back().end; }
};

/// The span that contains the moment, including its end; otherwise null. If one span ends and the next begins at this moment, returns the
/// next.
const TimelineSpan *spanAt(const TimelineLane &lane, TimelineTime time);

/// The span before the moment: for a mark that reports an end.
const TimelineSpan *spanBefore(const TimelineLane &lane, TimelineTime time);

class TimelineHistory final
{
public:
    static constexpr std::size_t defaultRing = 200'000;

    explicit TimelineHistory(std::size_t ring = defaultRing)
        : m_ring(ring)
    { }

    int addLane(const QString &name); ///< the number is valid until takeEmptied() returns it
    const TimelineLane &lane(int lane) const { return m_lanes[static_cast<std::size_t>(lane)]; }

    /// Inserts a past mark at its place in time. Add the mark of an end before close(): a lane without marks has no past.
    void mark(int lane, TimelineMark mark);
    void open(int lane, TimelineSpan span);                     ///< ends the open span, if any
    void close(int lane, TimelineTime at);                      ///< does nothing if no span is open
    void beginEarlier(int lane, TimelineTime begin, bool seen); ///< for the open span; not before the end of the previous one
    void setAwaited(int lane, bool awaited, TimelineTime at);

    /// Lanes without content; their numbers may be reused.
    std::vector<int> takeEmptied();

    void clear();

    /// The marks of all lanes in order of arrival: forgotten() … total() − 1.
    struct Entry
    {
        int lane = 0;
        TimelineMark mark;
    };
    std::int64_t total() const { return m_forgotten + static_cast<std::int64_t>(m_entries.size()); }
    std::int64_t forgotten() const { return m_forgotten; }
    const Entry &entry(std::int64_t number) const { return m_entries[static_cast<std::size_t>(number - m_forgotten)]; }

    /// The history is incomplete before this moment; none: it is complete.
    std::optional<TimelineTime> completeSince() const { return m_completeSince; }

private:
    TimelineLane &at(int lane) { return m_lanes[static_cast<std::size_t>(lane)]; }
    void forgetOldest();
    void noteIfEmpty(int lane);

    std::size_t m_ring;
    std::deque<TimelineLane> m_lanes; // a deque grows without moving its contents
    std::vector<int> m_free;
    std::vector<int> m_emptied;
    std::deque<Entry> m_entries;
    std::int64_t m_forgotten = 0;
    std::optional<TimelineTime> m_completeSince;
};

} // namespace lockscope
