// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_table.h"

namespace lockscope {

TimelineTable::TimelineTable(const TimelineHistory &history, const TimelineSource &source, QObject *parent)
    : QAbstractTableModel(parent)
    , m_history(history)
    , m_source(source)
{ }

void TimelineTable::catchUp()
{
    if (const auto first = std::min(m_history.forgotten(), m_end); first > m_first) {
        beginRemoveRows({}, 0, static_cast<int>(first - m_first) - 1);
        m_first = first;
        endRemoveRows();
    }
    if (m_first == m_end)
        m_first = m_end = m_history.forgotten();
    if (m_history.total() > m_end) {
        beginInsertRows({}, rowCount(), static_cast<int>(m_history.total() - m_first) - 1);
        m_end = m_history.total();
        endInsertRows();
    }
}

void TimelineTable::clear()
{
    beginResetModel();
    m_first = m_end = 0;
    endResetModel();
}

const TimelineHistory::Entry *TimelineTable::entryAt(int row) const
{
    const auto number = m_first + row;
    return number >= m_history.forgotten() && number < m_history.total() ? &m_history.entry(number) : nullptr;
}

int TimelineTable::laneOf(int row) const
{
    const auto *entry = entryAt(row);
    return entry ? entry->lane : -1;
}

const TimelineLook *TimelineTable::lookOf(int row) const
{
    const auto *entry = entryAt(row);
    return entry ? &m_source.looks()[static_cast<std::size_t>(entry->mark.what)] : nullptr;
}

int TimelineTable::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_end - m_first); }

int TimelineTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

// Only for marks that begin a span; a renewal in between has no end.
QString TimelineTable::untilText(const TimelineHistory::Entry &entry) const
{
    const auto &lane = m_history.lane(entry.lane);
    const auto *span = spanAt(lane, entry.mark.at);
    if (!span || span->begin != entry.mark.at || m_source.looks()[static_cast<std::size_t>(entry.mark.what)].ends)
        return {};
    return span->end ? m_source.timeText(*span->end) : tr("now");
}

QVariant TimelineTable::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const auto *entry = entryAt(index.row());
    if (!entry)
        return {};
    const auto &lane = m_history.lane(entry->lane);
    switch (index.column()) {
    case Time: return m_source.timeText(entry->mark.at);
    case Lane: return lane.name;
    case What: {
        const auto who = m_source.who(entry->lane, entry->mark);
        const auto &word = m_source.looks()[static_cast<std::size_t>(entry->mark.what)].word;
        return who.isEmpty() ? word : tr("%1 · by %2").arg(word, who);
    }
    case Owner: {
        const bool ends = m_source.looks()[static_cast<std::size_t>(entry->mark.what)].ends;
        const auto *span = ends ? spanBefore(lane, entry->mark.at) : spanAt(lane, entry->mark.at);
        return span ? span->owner : QString();
    }
    case Until: return untilText(*entry);
    default: return {};
    }
}

QVariant TimelineTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time: return tr("Time");
    case Lane: return tr("Lock");
    case What: return tr("What");
    case Owner: return tr("Owner");
    case Until: return tr("Until");
    default: return {};
    }
}

} // namespace lockscope
