// SPDX-License-Identifier: MIT
#include "ui/monitor/event_model.h"

#include "lockcore/base/bytes.h"
#include "ui/words/event_words.h"
#include "ui/words/tone.h"

#include <algorithm>
#include <iterator>

namespace lockscope {

using namespace lockcore;

EventModel::EventModel(QObject *parent, std::size_t ring)
    : QAbstractTableModel(parent)
    , m_ring(ring)
{
    m_pace.setSingleShot(true);
    m_pace.setInterval(0);
    connect(&m_pace, &QTimer::timeout, this, &EventModel::flush);
}

void EventModel::append(const std::vector<LockEvent> &events)
{
    m_waited += static_cast<std::int64_t>(events.size());
    m_waiting.insert(m_waiting.end(), events.begin(), events.end());
    if (m_waiting.size() > m_ring)
        m_waiting.erase(m_waiting.begin(), m_waiting.end() - static_cast<std::ptrdiff_t>(m_ring));
    if (!m_pace.isActive())
        flush();
}

void EventModel::flush()
{
    if (m_waiting.empty())
        return;
    std::ranges::stable_sort(m_waiting, {}, &LockEvent::time); // the looks at different locks are answered in any order
    m_forgotten += std::exchange(m_waited, 0) - static_cast<std::int64_t>(m_waiting.size());
    makeRoom(m_waiting.size());
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(m_waiting.size()) - 1);
    std::move(m_waiting.begin(), m_waiting.end(), std::back_inserter(m_events));
    endInsertRows();
    m_waiting.clear();
    if (m_pace.interval() > 0)
        m_pace.start();
}

// Drops a tenth at once, so that the rows above the reader's position do not move with every event.
void EventModel::makeRoom(std::size_t incoming)
{
    if (m_events.size() + incoming <= m_ring)
        return;
    const auto count = std::min(m_events.size(), std::max(m_events.size() + incoming - m_ring, m_ring / 10));
    if (count == 0)
        return;
    beginRemoveRows({}, 0, static_cast<int>(count) - 1);
    m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(count));
    m_forgotten += static_cast<std::int64_t>(count);
    endRemoveRows();
}

void EventModel::clear()
{
    beginResetModel();
    m_events.clear();
    m_waiting.clear();
    m_forgotten = m_waited = 0;
    endResetModel();
}

int EventModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_events.size()); }

int EventModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString EventModel::text(const LockEvent &event, Column column) const
{
    switch (column) {
    case Time: return timeText(event.time);
    case What: return event.coalesced ? tr("%1 +").arg(eventText(event.type)) : eventText(event.type);
    case Lock: return QString::fromStdString(escaped(event.id.key));
    case Owner: return QString::fromStdString(escaped(event.owner));
    case By: {
        const auto by = tracedBy(event);
        return by ? by->brief : QString();
    }
    case Why: return QString::fromStdString(escaped(event.why));
    case ColumnCount: break;
    }
    return {};
}

std::optional<TracedActor> EventModel::tracedBy(const LockEvent &event) const { return m_traced ? m_traced->by(event) : std::nullopt; }

// The full text of a cell that may be cut, and the evidence.
QString EventModel::toolTip(const LockEvent &event, Column column) const
{
    QStringList lines{text(event, column)};
    if (column == What && event.coalesced)
        lines << tr("More than this one change happened between two looks.");
    if (const auto by = tracedBy(event))
        lines << by->full;
    if (column != Why && !event.why.empty())
        lines << text(event, Why);
    return lines.join(u'\n');
}

QVariant EventModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &here = eventAt(index.row());
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::DisplayRole)
        return text(here, column);
    if (role == Qt::ToolTipRole)
        return toolTip(here, column);
    return {};
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time: return tr("Time");
    case What: return tr("What");
    case Lock: return tr("Lock");
    case Owner: return tr("Owner");
    case By: return tr("By");
    case Why: return tr("Evidence");
    default: return {};
    }
}

} // namespace lockscope
