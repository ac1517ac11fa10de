// SPDX-License-Identifier: MIT
// The locks of one server as a table, updated by difference: the cost of a change does not depend on the size of the table. Rows are slots:
// a row that a lock has left is reused, not removed, and LockSortFilter, which every view uses, hides it meanwhile. So nothing is ever
// shifted. GUI thread.
#pragma once

#include "ui/monitor/lock_row.h"

#include <QAbstractTableModel>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <functional>
#include <unordered_map>

namespace lockscope {

class LockModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LockModel)

public:
    enum Column { State, Name, Kind, Owner, Count, Lease, HeldFor, Renewals, Waiters, Last, Node, ColumnCount };
    enum Role { SortRole = Qt::UserRole };

    using MomentSource = std::function<lockcore::Moment()>;

    explicit LockModel(QObject *parent = nullptr, MomentSource now = {});

    void apply(const lockcore::MonitorChange &change);
    void clear();
    void prune(); ///< removes locks whose lingering time is over; runs automatically

    /// These rows stay after their locks end, until others are kept instead, and then as long as one that has just ended: a person looks at
    /// them.
    void keep(const std::vector<int> &rows);
    const std::vector<int> &kept() const { return m_kept; }
    bool isKept(int row) const { return std::ranges::binary_search(m_kept, row); }

    void setStopped(bool stopped); ///< true: its clocks stand

    const LockRow &row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    int rowOf(const lockcore::LockId &id) const; ///< -1: not in the model
    lockcore::ServerTime serverNow() const;
    lockcore::ServerTime nowOf(const LockRow &row) const
    {
        return row.unknownSince.value_or(serverNow());
    } ///< its clock stands if its node is lost
    lockcore::Moment moment() const { return m_stoppedAt.value_or(m_now()); }
    std::vector<int> gone() const; ///< the rows of lingering locks
    int living() const { return used() - static_cast<int>(gone().size()); }
    int used() const { return static_cast<int>(m_index.size()); } ///< includes lingering locks

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void settled(); ///< emitted after each batch, after all its dataChanged and rowsInserted

private:
    void setClock(const lockcore::MonitorChange &change);
    void markGone(const lockcore::MonitorChange::Gone &gone);
    void upsert(const lockcore::LockInfo &lock, std::vector<lockcore::LockInfo> &births);
    void occupy(int row, const lockcore::LockInfo &lock);
    void appendAll(const std::vector<lockcore::LockInfo> &births);
    void noteLostNodes(const lockcore::MonitorState &state);
    void noteEvents(const std::vector<lockcore::LockEvent> &events);
    void announceTouched();

    MomentSource m_now;
    std::deque<LockRow> m_rows; // a deque grows without moving its contents
    std::vector<int> m_free;
    std::unordered_map<lockcore::LockId, int> m_index;
    std::vector<int> m_touched;
    std::vector<int> m_lingering;
    std::vector<int> m_kept; ///< in order
    QTimer m_pruning;
    lockcore::ServerTime m_serverNow{};
    lockcore::Moment m_at{};
    std::optional<lockcore::Moment> m_stoppedAt;
    std::vector<lockcore::NodeState> m_lostNodes; ///< of a cluster
    bool m_clockStopped = false;                  ///< true while the connection is lost: nobody knows which leases still run
};

} // namespace lockscope
