// SPDX-License-Identifier: MIT
#include "ui/monitor/freeze.h"

#include "ui/monitor/event_model.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/timeline_area.h"

namespace lockscope {

Freeze::Freeze(LockSortFilter *rows, EventModel *events, TimelineArea *timeline, QObject *parent)
    : QObject(parent)
    , m_rows(rows)
    , m_events(events)
    , m_timeline(timeline)
{ }

void Freeze::setFrozen(bool frozen)
{
    if (frozen == m_frozen)
        return;
    m_frozen = frozen;
    m_rows->setFrozen(frozen);
    m_events->setHolding(frozen);
    m_timeline->setFrozen(frozen);
    emit changed(frozen);
}

QString Freeze::words() const
{
    const auto waiting = static_cast<int>(m_events->waiting());
    const auto wait = waiting == 0   ? tr("No event is waiting.")
                      : waiting == 1 ? tr("1 event is waiting.")
                                     : tr("%Ln events are waiting.", nullptr, waiting);
    return tr("%1 Rows, order, events and timeline hold still; leases continue to run, and ended locks stay struck through.").arg(wait);
}

} // namespace lockscope
