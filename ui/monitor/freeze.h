// SPDX-License-Identifier: MIT
// The frozen Monitor: rows, their order, the list of events and the timeline stand still, so that they can be read and
// pointed at. Nothing is missed meanwhile, and what a row says goes on: its lease runs down, is renewed, or ends, because a
// time that stood still would be a false one. A lock that goes stays struck through until thawed. GUI thread.
#pragma once

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
    QString words() const; ///< what stands still and what waits

signals:
    void changed(bool frozen);

private:
    LockSortFilter *m_rows;
    EventModel *m_events;
    TimelineArea *m_timeline;
    bool m_frozen = false;
};

} // namespace lockscope
