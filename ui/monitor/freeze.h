// SPDX-License-Identifier: MIT
// The frozen Monitor: rows, their order, the list of events and the timeline do not move, so that they can be read and pointed at. No event
// is lost meanwhile, and each row stays up to date: its lease runs down, is renewed, or ends, because a stopped clock would be wrong. A
// lock that ends stays struck through until the user resumes. GUI thread.
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
    QString words() const; ///< says what is frozen and how many events wait

signals:
    void changed(bool frozen);

private:
    LockSortFilter *m_rows;
    EventModel *m_events;
    TimelineArea *m_timeline;
    bool m_frozen = false;
};

} // namespace lockscope
