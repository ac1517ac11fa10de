// SPDX-License-Identifier: MIT
// What happened to the selected lock, newest first, as the details show it. It begins with what the list of events still has of the lock,
// and forgets nothing that it shows, however much happens to other locks. GUI thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "ui/monitor/trace_record.h"
#include "ui/monitor/wait_change.h"
#include "ui/widgets/details_section.h"
#include "ui/widgets/timeline_history.h"

#include <deque>
#include <functional>

namespace lockscope {

class EventModel;

class DetailsHistory final
{
public:
    /// `lane`: where the timeline has seen somebody wait for the lock; null: it knows nothing.
    void begin(const lockcore::LockId &id, EventModel &events, const TimelineLane *lane);
    void apply(const lockcore::MonitorChange &change, lockcore::ServerTime now);
    void noteWait(const WaitChange &wait); ///< one that the changes do not show; of any lock

    /// Consecutive renewals of one holding are one line, and so is a time in which somebody waited. A few lines, then a hint where to find
    /// the rest.
    /// `traced`: who did it; null: nobody knows.
    QList<Fact> facts(const std::function<int(const lockcore::Bytes &owner)> &colourOf, const TraceRecord *traced = nullptr) const;

private:
    struct Line
    {
        lockcore::ServerTime time{};
        std::optional<lockcore::LockEvent> event; ///< none: somebody waits
        int times = 1;
        std::optional<lockcore::ServerTime> waitedUntil;
    };

    void add(const lockcore::LockEvent &event);
    void setAwaited(bool awaited, lockcore::ServerTime at);
    void insert(Line line);
    static QString text(const Line &line);

    lockcore::LockId m_id;
    std::deque<Line> m_lines; ///< the newest is last
    bool m_awaited = false;
};

} // namespace lockscope
