// SPDX-License-Identifier: MIT
// The frozen Monitor is a snapshot: locks, clocks, order, events and timeline stay as they were, so that they can be read and pointed at.
// What happens meanwhile is collected, and shown when the user resumes. GUI thread.
#pragma once

#include "ui/monitor/collected_changes.h"

#include <QObject>

namespace lockscope {

class EventModel;
class LockSortFilter;
class TimelineArea;

class Freeze final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Freeze)

public:
    Freeze(LockSortFilter *rows, EventModel *events, TimelineArea *timeline, QObject *parent = nullptr);

    bool isFrozen() const { return m_frozen; }
    void setFrozen(bool frozen);
    void collect(const lockcore::MonitorChange &change) { m_missed.add(change); } ///< while frozen
    std::int64_t waiting() const { return m_missed.events(); }                    ///< events that were collected
    QString words() const;                                                        ///< of which moment the snapshot is, and what waits

signals:
    void changed(bool frozen);
    void resumed(const MissedChanges &missed); ///< before changed()

private:
    LockSortFilter *m_rows;
    EventModel *m_events;
    TimelineArea *m_timeline;
    CollectedChanges m_missed;
    lockcore::ServerTime m_since{};
    bool m_frozen = false;
};

} // namespace lockscope
