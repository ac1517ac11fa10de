// SPDX-License-Identifier: MIT
// The events that pass the filter, on request without the renewals. The filter is applied to the event and to its lock as known when the event comes, or when the filter
// changes. Passing time does not remove an event from the list. GUI thread.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "ui/monitor/trace_record.h"

#include <QAbstractProxyModel>

#include <deque>
#include <functional>

namespace lockscope {

class EventModel;

class ShownEvents final : public QAbstractProxyModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ShownEvents)

public:
    /// Returns null if nothing but the event is known of the lock.
    using LastKnown = std::function<const lockcore::LockInfo *(const lockcore::LockId &)>;

    ShownEvents(EventModel *events, LastKnown lastKnown, QObject *parent = nullptr);

    void setFilter(const lockcore::Filter &filter);
    void setObeying(bool obeying);       ///< false: all events are shown, whatever the filter is
    void setHidingRenewals(bool hiding); ///< unless the filter has a term about events, which then decides
    void reconsider();                   ///< a trace has shown more: events that match now are added
    const lockcore::LockEvent &eventAt(int row) const;
    std::optional<TracedActor> tracedBy(int row) const;

    QModelIndex mapToSource(const QModelIndex &proxyIndex) const override;
    QModelIndex mapFromSource(const QModelIndex &sourceIndex) const override;
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &) const override { return {}; }
    QModelIndex sibling(int row, int column, const QModelIndex &) const override { return index(row, column); }
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void judgeAll();
    bool accepts(const lockcore::LockEvent &event) const;
    std::deque<std::int64_t> accepted(int first, int last) const;
    int countBefore(std::int64_t number) const;

    EventModel *m_events;
    LastKnown m_lastKnown;
    lockcore::Filter m_filter;
    bool m_filtersClients = false;
    bool m_filtersEvents = false;
    bool m_obeying = true;
    bool m_hidesRenewals = false;
    std::deque<std::int64_t> m_shown; ///< numbers of events; the first event of the session is 0
    std::int64_t m_dropped = 0;       ///< the number of the first row in the source
};

} // namespace lockscope
