// SPDX-License-Identifier: MIT
#include "ui/monitor/shown_events.h"

#include "ui/monitor/event_model.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

ShownEvents::ShownEvents(EventModel *events, LastKnown lastKnown, QObject *parent)
    : QAbstractProxyModel(parent)
    , m_events(events)
    , m_lastKnown(std::move(lastKnown))
{
    setSourceModel(events);
    m_shown = accepted(0, events->rowCount() - 1);
    connect(events, &EventModel::rowsInserted, this, [this](const QModelIndex &, int first, int last) {
        const auto more = accepted(first, last);
        if (more.empty())
            return;
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(more.size()) - 1);
        m_shown.insert(m_shown.end(), more.begin(), more.end());
        endInsertRows();
    });
    // Only the oldest events are ever removed.
    connect(events, &EventModel::rowsAboutToBeRemoved, this, [this](const QModelIndex &, int, int last) {
        if (const int count = countBefore(m_dropped + last + 1); count > 0)
            beginRemoveRows({}, 0, count - 1);
    });
    connect(events, &EventModel::rowsRemoved, this, [this](const QModelIndex &, int, int last) {
        m_dropped += last + 1;
        const int count = countBefore(m_dropped);
        m_shown.erase(m_shown.begin(), m_shown.begin() + count);
        if (count > 0)
            endRemoveRows();
    });
    connect(events, &EventModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(events, &EventModel::modelReset, this, [this] {
        m_shown = accepted(0, m_events->rowCount() - 1);
        endResetModel();
    });
}

void ShownEvents::setFilter(const Filter &filter)
{
    m_filter = filter;
    m_filtersClients = filter.termThatNeedsATrace().has_value();
    m_filtersEvents = std::ranges::any_of(filter.terms(), [](const auto &term) { return term.find("event:") != term.npos; });
    judgeAll();
}

void ShownEvents::setObeying(bool obeying)
{
    m_obeying = obeying;
    judgeAll();
}

void ShownEvents::setHidingRenewals(bool hiding)
{
    m_hidesRenewals = hiding;
    judgeAll();
}

void ShownEvents::judgeAll()
{
    beginResetModel();
    m_shown = accepted(0, m_events->rowCount() - 1);
    endResetModel();
}

void ShownEvents::reconsider()
{
    if (!m_filtersClients || !m_obeying)
        return;
    for (const auto number : accepted(0, m_events->rowCount() - 1)) {
        const int row = countBefore(number);
        if (row < rowCount() && m_shown[static_cast<std::size_t>(row)] == number)
            continue;
        beginInsertRows({}, row, row);
        m_shown.insert(m_shown.begin() + row, number);
        endInsertRows();
    }
}

bool ShownEvents::accepts(const LockEvent &event) const
{
    if (m_hidesRenewals && event.type == EventType::Renewed && !(m_filtersEvents && m_obeying))
        return false;
    if (m_filter.empty() || !m_obeying)
        return true;
    const auto by = m_filtersClients ? m_events->tracedBy(event) : std::nullopt;
    const auto clients = by ? by->names : std::vector<Bytes>();
    if (const auto *known = m_lastKnown(event.id))
        return m_filter.matches(event, *known, clients);
    LockInfo unknown;
    unknown.id = event.id;
    return m_filter.matches(event, unknown, clients);
}

std::deque<std::int64_t> ShownEvents::accepted(int first, int last) const
{
    std::deque<std::int64_t> numbers;
    for (int row = first; row <= last; ++row) {
        if (accepts(m_events->eventAt(row)))
            numbers.push_back(m_dropped + row);
    }
    return numbers;
}

int ShownEvents::countBefore(std::int64_t number) const
{
    return static_cast<int>(std::ranges::lower_bound(m_shown, number) - m_shown.begin());
}

const LockEvent &ShownEvents::eventAt(int row) const
{
    return m_events->eventAt(static_cast<int>(m_shown[static_cast<std::size_t>(row)] - m_dropped));
}

std::optional<TracedActor> ShownEvents::tracedBy(int row) const { return m_events->tracedBy(eventAt(row)); }

QModelIndex ShownEvents::mapToSource(const QModelIndex &proxyIndex) const
{
    if (!proxyIndex.isValid())
        return {};
    return m_events->index(static_cast<int>(m_shown[static_cast<std::size_t>(proxyIndex.row())] - m_dropped), proxyIndex.column());
}

QModelIndex ShownEvents::mapFromSource(const QModelIndex &sourceIndex) const
{
    if (!sourceIndex.isValid())
        return {};
    const auto number = m_dropped + sourceIndex.row();
    const int row = countBefore(number);
    return row < rowCount() && m_shown[static_cast<std::size_t>(row)] == number ? index(row, sourceIndex.column()) : QModelIndex();
}

QModelIndex ShownEvents::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int ShownEvents::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_shown.size()); }

int ShownEvents::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_events->columnCount(); }

QVariant ShownEvents::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_events->headerData(section, orientation, role);
}

} // namespace lockscope
