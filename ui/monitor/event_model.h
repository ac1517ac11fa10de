// SPDX-License-Identifier: MIT
// The events of the session, oldest first, in a ring: when it is full, the oldest events are dropped and counted. A server can report more
// than can be drawn, so the pace limits how often rows are added. GUI thread.
#pragma once

#include "lockcore/monitor/model/event.h"
#include "ui/monitor/trace_record.h"

#include <QAbstractTableModel>
#include <QTimer>

#include <deque>

namespace lockscope {

class EventModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventModel)

public:
    enum Column { Time, What, Lock, Owner, By, Why, ColumnCount };
    static constexpr std::size_t defaultRing = 20'000;

    explicit EventModel(QObject *parent = nullptr, std::size_t ring = defaultRing);

    void setTraced(const TraceRecord *traced) { m_traced = traced; } ///< for the column By; must outlive this object
    void append(const std::vector<lockcore::LockEvent> &events);
    void flush(); ///< adds the rows that wait for the pace
    void clear();

    /// Adds rows at most once in this many ms, the first of them at once; 0: always at once.
    void setPace(int interval) { m_pace.setInterval(interval); }

    std::optional<TracedActor> tracedBy(const lockcore::LockEvent &event) const;
    const lockcore::LockEvent &eventAt(int row) const { return m_events[static_cast<std::size_t>(row)]; }
    std::int64_t forgotten() const { return m_forgotten; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void makeRoom(std::size_t incoming);
    QString text(const lockcore::LockEvent &event, Column column) const;
    QString toolTip(const lockcore::LockEvent &event, Column column) const;

    const TraceRecord *m_traced = nullptr;
    std::deque<lockcore::LockEvent> m_events;
    std::size_t m_ring;
    std::int64_t m_forgotten = 0;
    std::deque<lockcore::LockEvent> m_waiting;
    std::int64_t m_waited = 0; ///< all events since the last row, also those that are dropped again
    QTimer m_pace;             ///< single shot; active: rows were just added
};

} // namespace lockscope
