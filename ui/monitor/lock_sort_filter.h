// SPDX-License-Identifier: MIT
// The locks that pass the filter, in the requested order. Unlike QSortFilterProxyModel it takes a whole batch at once, and it does not sort
// after each change: at most once a second, and not while the pointer is in the table. GUI thread.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "ui/monitor/lock_model.h"

#include <QAbstractProxyModel>
#include <QTimer>

namespace lockscope {

class TraceRecord;

class LockSortFilter final : public QAbstractProxyModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LockSortFilter)

public:
    explicit LockSortFilter(LockModel *locks, QObject *parent = nullptr);

    void setFilter(const lockcore::Filter &filter);
    const lockcore::Filter &filter() const { return m_filter; }
    void setTraced(const TraceRecord *traced) { m_traced = traced; } ///< for terms about clients; must outlive this object
    bool matches(const lockcore::LockInfo &lock, lockcore::ServerTime now) const;

    /// While it holds, no row moves; new rows are added at the end and counted.
    void setHolding(bool holding);
    bool holding() const { return m_holding; }
    int newcomers() const { return m_newcomers; }

    /// While frozen, it is sorted only if the user asks for another order or filter.
    void setFrozen(bool frozen);

    /// Rows of the model that stay, although their locks end or no longer match the filter, until others are kept instead. Another filter
    /// ends that. A row that the filter hides is shown.
    void keep(const std::vector<int> &sourceRows);

    bool isSorting() const { return m_isSorting; } ///< between rowsAboutToChange() and rowsChanged(): the rows get another order
    int living() const;                            ///< rows of locks that have not ended

    bool outOfOrder() const { return m_outOfOrder; }

    LockModel *locks() const { return m_locks; }
    const LockRow *rowAt(const QModelIndex &index) const; ///< null for an invalid one

    void sort(int column, Qt::SortOrder order) override;
    QModelIndex mapToSource(const QModelIndex &proxyIndex) const override;
    QModelIndex mapFromSource(const QModelIndex &sourceIndex) const override;
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &) const override { return {}; }
    QModelIndex sibling(int row, int column, const QModelIndex &) const override { return index(row, column); }
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void orderChanged();
    void rowsAboutToChange(); ///< rows will be added, removed or moved, in several steps
    void rowsChanged();       ///< all these steps are done

private:
    class Change;

    bool accepts(int sourceRow) const;
    void judge(int sourceRow);
    void settle();
    void reconsiderAll();
    void removeLeaving();
    void insertEntering();
    void rebuild();
    bool mayHaveMoved(int sourceRow) const; ///< since the last sorting
    bool holds() const { return m_holding && m_everSorted; }
    void sortSoon();
    void sortNow();
    void rearrange(std::vector<int> order);
    void renumber();

    static constexpr int sortInterval = 1000; // ms

    LockModel *m_locks;
    const TraceRecord *m_traced = nullptr;
    lockcore::Filter m_filter;
    bool m_filtersClients = false;
    std::vector<int> m_rows;        ///< proxy row → source row
    std::vector<int> m_proxyOf;     ///< source row → proxy row, −1 where hidden
    std::vector<double> m_sortedBy; ///< by source row: the number at the last sorting
    std::vector<int> m_leaving;     ///< source rows that are shown but should be removed
    std::vector<int> m_entering;
    int m_column = LockModel::Name;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    bool m_holding = false;
    bool m_frozen = false;
    bool m_isSorting = false;
    int m_newcomers = 0; ///< since the rows were sorted, while it held
    bool m_outOfOrder = false;
    int m_changing = 0;
    bool m_everSorted = false; ///< false while the table has been empty since its creation: an empty table has no order to keep
    QTimer m_sorting;          ///< single shot; active: sorted less than a second ago
    QTimer m_passing;          ///< a filter on times can change its result although no lock changes
};

} // namespace lockscope
