// SPDX-License-Identifier: MIT
#include "ui/monitor/freeze.h"

#include "ui/monitor/event_model.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/timeline_area.h"
#include "ui/words/event_words.h"

namespace lockscope {

Freeze::Freeze(LockSortFilter *rows, EventModel *events, TimelineArea *timeline, QObject *parent)
    : QObject(parent)
    , m_rows(rows)
    , m_events(events)
    , m_timeline(timeline)
    , m_missed(*rows->locks())
{ }

void Freeze::setFrozen(bool frozen)
{
    if (frozen == m_frozen)
        return;
    m_frozen = frozen;
    if (frozen)
        m_events->flush(); // what has happened so far belongs to the snapshot
    m_rows->locks()->setStopped(frozen);
    if (frozen)
        m_since = m_rows->locks()->serverNow();
    m_rows->setFrozen(frozen);
    m_timeline->setFrozen(frozen);
    if (!frozen && m_missed.any()) {
        auto missed = m_missed.take();
        missed.since = m_since;
        emit resumed(missed);
    }
    emit changed(frozen);
}

QString Freeze::words() const
{
    const auto asOf = tr("as of %1").arg(timeText(m_since).section(u'.', 0, 0));
    const auto waiting = static_cast<int>(m_missed.events());
    if (waiting == 0)
        return asOf;
    return tr("%1 · %2").arg(asOf, waiting == 1 ? tr("1 event waits") : tr("%Ln events wait", nullptr, waiting));
}

} // namespace lockscope
