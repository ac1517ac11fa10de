// SPDX-License-Identifier: MIT
// The lanes of the Monitor's timeline: the locks of the table in the table's order; below them the ended locks that match the filter, the
// most recent first. GUI thread.
#pragma once

#include "ui/monitor/timeline_feed.h"
#include "ui/monitor/trace_record.h"

namespace lockscope {

class LockSortFilter;

class LockLanes final : public TimelineSource
{
public:
    /// Both must outlive this object.
    LockLanes(const LockSortFilter &rows, const TimelineFeed &feed);

    void setCurrent(std::optional<lockcore::LockId> id) { m_current = std::move(id); }
    const std::optional<lockcore::LockId> &current() const { return m_current; }

    void setTraced(const TraceRecord *traced) { m_traced = traced; } ///< must outlive this object
    void setLit(QStringList owners) { m_lit = std::move(owners); }

    const lockcore::LockId *idAt(int position) const; ///< null: no such lane

    void settle() override;
    int laneCount() const override;
    const TimelineLane *lane(int position) const override;
    bool isGone(int position) const override;
    int livingLanes() const override;
    int currentLane() const override { return m_currentLane; }
    const QStringList &lit() const override { return m_lit; }
    std::vector<TimelineTime> knownTakers(int position, TimelineTime begin, TimelineTime end) const override;
    QString who(int lane, const TimelineMark &mark) const override;
    TimelineTime now() const override;
    const std::vector<TimelineLook> &looks() const override { return m_looks; }
    std::vector<TimelineBand> bands() const override;
    std::vector<TimelineBand> gaps(int position) const override;
    QString timeText(TimelineTime time) const override;
    QString tip(int position, TimelineTime time, TimelineLength tolerance) const override;

private:
    int findCurrent() const;
    std::optional<TracedActor> tracedBy(const lockcore::LockId &id, const TimelineLane &lane, const TimelineMark &mark) const;
    QString markLine(const lockcore::LockId &id, const TimelineLane &lane, const TimelineMark &mark) const;

    const LockSortFilter &m_rows;
    const TimelineFeed &m_feed;
    const std::vector<TimelineLook> m_looks;
    std::vector<lockcore::LockId> m_gone; ///< in the order of their lanes
    std::optional<lockcore::LockId> m_current;
    int m_currentLane = -1;
    QStringList m_lit;
    const TraceRecord *m_traced = nullptr;
};

} // namespace lockscope
