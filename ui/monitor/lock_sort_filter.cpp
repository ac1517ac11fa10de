// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_sort_filter.h"

#include "ui/monitor/lock_columns.h"
#include "ui/monitor/trace_record.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lockscope {

using namespace lockcore;

namespace {

Filter::Clients clientsIf(bool wanted, const TraceRecord *traced, const LockId &id)
{
    return wanted && traced ? traced->clientsOf(id) : std::vector<Bytes>();
}

double numberOf(const SortKey &key) { return key.known ? key.number : std::numeric_limits<double>::infinity(); }

} // namespace

// While rows are being inserted or removed, no other row may move.
class LockSortFilter::Change
{
    Q_DISABLE_COPY_MOVE(Change)

public:
    explicit Change(LockSortFilter *rows)
        : m_rows(rows)
    {
        if (m_rows->m_changing++ == 0)
            emit m_rows->rowsAboutToChange();
    }
    ~Change()
    {
        if (--m_rows->m_changing == 0)
            emit m_rows->rowsChanged();
    }

private:
    LockSortFilter *m_rows;
};

LockSortFilter::LockSortFilter(LockModel *locks, QObject *parent)
    : QAbstractProxyModel(parent)
    , m_locks(locks)
{
    setSourceModel(locks);
    m_sorting.setSingleShot(true);
    m_sorting.setInterval(sortInterval);
    m_passing.setInterval(sortInterval);
    connect(&m_sorting, &QTimer::timeout, this, [this] {
        if (m_outOfOrder)
            sortSoon();
    });
    connect(&m_passing, &QTimer::timeout, this, &LockSortFilter::reconsiderAll);
    connect(locks, &LockModel::rowsInserted, this, [this](const QModelIndex &, int first, int last) {
        m_proxyOf.resize(static_cast<std::size_t>(last) + 1, -1);
        for (int row = first; row <= last; ++row)
            judge(row);
    });
    connect(locks, &LockModel::dataChanged, this, [this](const QModelIndex &topLeft, const QModelIndex &bottomRight) {
        for (int row = topLeft.row(); row <= bottomRight.row(); ++row) {
            judge(row);
            const int here = m_proxyOf[static_cast<std::size_t>(row)];
            if (here >= 0)
                emit dataChanged(index(here, 0), index(here, LockModel::ColumnCount - 1));
            m_outOfOrder = m_outOfOrder || mayHaveMoved(row);
        }
    });
    connect(locks, &LockModel::settled, this, &LockSortFilter::settle);
    connect(locks, &LockModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(locks, &LockModel::modelReset, this, [this] {
        rebuild();
        endResetModel();
    });
    rebuild();
}

void LockSortFilter::rebuild()
{
    m_leaving.clear();
    m_entering.clear();
    m_rows.clear();
    m_proxyOf.assign(static_cast<std::size_t>(m_locks->rowCount()), -1);
    for (int row = 0; row < m_locks->rowCount(); ++row) {
        if (accepts(row))
            m_rows.push_back(row);
    }
    renumber();
    m_outOfOrder = true;
}

bool LockSortFilter::matches(const LockInfo &lock, ServerTime now) const
{
    return m_filter.matches(lock, now, clientsIf(m_filtersClients, m_traced, lock.id));
}

bool LockSortFilter::accepts(int sourceRow) const
{
    const auto &row = m_locks->row(sourceRow);
    return row.used
           && (m_filter.empty() || m_locks->isKept(sourceRow) || matches(row.lock, row.goneAtServer.value_or(m_locks->serverNow())));
}

void LockSortFilter::judge(int sourceRow)
{
    const bool shown = m_proxyOf[static_cast<std::size_t>(sourceRow)] >= 0;
    const bool wanted = accepts(sourceRow);
    if (shown && !wanted)
        m_leaving.push_back(sourceRow);
    else if (!shown && wanted)
        m_entering.push_back(sourceRow);
}

void LockSortFilter::settle()
{
    const Change change(this);
    removeLeaving();
    insertEntering();
    if (m_outOfOrder)
        sortSoon();
}

// Removing rows one by one would pass through the table each time, so the leaving rows are moved to the end and cut off at once.
void LockSortFilter::removeLeaving()
{
    if (m_leaving.empty())
        return;
    std::vector<bool> leaves(m_proxyOf.size(), false);
    std::size_t count = 0;
    for (const int row : std::exchange(m_leaving, {})) {
        const auto at = static_cast<std::size_t>(row);
        if (!leaves[at] && m_proxyOf[at] >= 0 && !accepts(row)) {
            leaves[at] = true;
            ++count;
        }
    }
    if (count == 0)
        return;
    auto order = m_rows;
    std::stable_partition(order.begin(), order.end(), [&](int row) { return !leaves[static_cast<std::size_t>(row)]; });
    rearrange(std::move(order));
    const auto first = m_rows.size() - count;
    beginRemoveRows({}, static_cast<int>(first), static_cast<int>(m_rows.size()) - 1);
    for (auto i = first; i < m_rows.size(); ++i)
        m_proxyOf[static_cast<std::size_t>(m_rows[i])] = -1;
    m_rows.resize(first);
    endRemoveRows();
}

void LockSortFilter::insertEntering()
{
    auto entering = std::exchange(m_entering, {});
    std::sort(entering.begin(), entering.end());
    entering.erase(std::unique(entering.begin(), entering.end()), entering.end());
    std::erase_if(entering, [&](int row) { return m_proxyOf[static_cast<std::size_t>(row)] >= 0 || !accepts(row); });
    if (entering.empty())
        return;
    const int first = rowCount();
    if (first == 0)
        m_sorting.stop(); // the first rows are sorted without a delay
    beginInsertRows({}, first, first + static_cast<int>(entering.size()) - 1);
    for (const int row : entering) {
        m_proxyOf[static_cast<std::size_t>(row)] = static_cast<int>(m_rows.size());
        m_rows.push_back(row);
    }
    endInsertRows();
    m_outOfOrder = true;
    if (holds())
        m_newcomers += static_cast<int>(entering.size());
}

void LockSortFilter::keep(const std::vector<int> &sourceRows)
{
    const auto before = m_locks->kept();
    m_locks->keep(sourceRows);
    const auto after = m_locks->kept();
    if (before == after)
        return;
    for (const auto *rows : {&before, &after}) {
        for (const int row : *rows)
            judge(row);
    }
    if (m_changing == 0) // otherwise the next batch removes them
        settle();
}

void LockSortFilter::setFilter(const Filter &filter)
{
    m_filter = filter;
    m_filtersClients = filter.termThatNeedsATrace().has_value();
    m_locks->keep({});
    if (m_filter.empty())
        m_passing.stop();
    else
        m_passing.start();
    reconsiderAll();
    if (m_outOfOrder)
        sortNow(); // the user asked for a different table, so the order is not held
}

void LockSortFilter::setFrozen(bool frozen)
{
    m_frozen = frozen;
    if (!frozen && m_outOfOrder)
        sortSoon();
}

void LockSortFilter::reconsiderAll()
{
    for (int row = 0; row < m_locks->rowCount(); ++row)
        judge(row);
    settle();
}

void LockSortFilter::setHolding(bool holding)
{
    m_holding = holding;
    if (!holding && m_outOfOrder)
        sortSoon();
}

void LockSortFilter::sort(int column, Qt::SortOrder order)
{
    m_column = column < 0 ? LockModel::Name : column;
    m_order = order;
    sortNow();
}

bool LockSortFilter::mayHaveMoved(int sourceRow) const
{
    if (m_column == LockModel::Name)
        return false;
    const auto key = sortKey(m_locks->row(sourceRow), static_cast<LockModel::Column>(m_column), m_locks->serverNow());
    const auto at = static_cast<std::size_t>(sourceRow);
    return !key.text.empty() || at >= m_sortedBy.size() || m_sortedBy[at] != numberOf(key);
}

void LockSortFilter::sortSoon()
{
    if (m_frozen || holds())
        emit orderChanged();
    else if (!m_sorting.isActive())
        sortNow();
}

void LockSortFilter::sortNow()
{
    struct Entry
    {
        SortKey key;
        const LockRow *row;
        int source;
    };
    const auto now = m_locks->serverNow();
    std::vector<Entry> entries;
    entries.reserve(m_rows.size());
    for (const int row : m_rows)
        entries.push_back({sortKey(m_locks->row(row), static_cast<LockModel::Column>(m_column), now), &m_locks->row(row), row});
    const bool down = m_order == Qt::DescendingOrder;
    std::sort(entries.begin(), entries.end(), [down](const Entry &a, const Entry &b) {
        if (a.key.known != b.key.known)
            return a.key.known;
        if (a.key.number != b.key.number)
            return (a.key.number < b.key.number) != down;
        if (a.key.text != b.key.text)
            return (a.key.text < b.key.text) != down;
        return a.row->lock.id < b.row->lock.id;
    });
    std::vector<int> order;
    order.reserve(entries.size());
    m_sortedBy.resize(m_proxyOf.size());
    for (const auto &entry : entries) {
        order.push_back(entry.source);
        m_sortedBy[static_cast<std::size_t>(entry.source)] = numberOf(entry.key);
    }
    m_isSorting = true;
    rearrange(std::move(order));
    m_isSorting = false;
    m_newcomers = 0;
    m_outOfOrder = false;
    m_everSorted = !m_rows.empty();
    m_sorting.start();
    emit orderChanged();
}

void LockSortFilter::rearrange(std::vector<int> order)
{
    if (order == m_rows)
        return;
    const Change change(this);
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<int> sources;
    for (const auto &persistent : before)
        sources.push_back(m_rows[static_cast<std::size_t>(persistent.row())]);
    m_rows = std::move(order);
    renumber();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto source = static_cast<std::size_t>(sources[static_cast<std::size_t>(i)]);
        after.append(index(m_proxyOf[source], before[i].column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void LockSortFilter::renumber()
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_proxyOf[static_cast<std::size_t>(m_rows[i])] = static_cast<int>(i);
}

const LockRow *LockSortFilter::rowAt(const QModelIndex &index) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_rows.size())
        return nullptr;
    return &m_locks->row(m_rows[static_cast<std::size_t>(index.row())]);
}

QModelIndex LockSortFilter::mapToSource(const QModelIndex &proxyIndex) const
{
    if (!proxyIndex.isValid())
        return {};
    return m_locks->index(m_rows[static_cast<std::size_t>(proxyIndex.row())], proxyIndex.column());
}

QModelIndex LockSortFilter::mapFromSource(const QModelIndex &sourceIndex) const
{
    if (!sourceIndex.isValid())
        return {};
    const int row = m_proxyOf[static_cast<std::size_t>(sourceIndex.row())];
    return row < 0 ? QModelIndex() : index(row, sourceIndex.column());
}

QModelIndex LockSortFilter::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int LockSortFilter::living() const
{
    const auto gone = m_locks->gone();
    return rowCount() - static_cast<int>(std::ranges::count_if(gone, [this](int at) {
               return static_cast<std::size_t>(at) < m_proxyOf.size() && m_proxyOf[static_cast<std::size_t>(at)] >= 0;
           }));
}

int LockSortFilter::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int LockSortFilter::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : LockModel::ColumnCount; }

QVariant LockSortFilter::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_locks->headerData(section, orientation, role);
}

} // namespace lockscope
