// SPDX-License-Identifier: MIT
// The possible locks of the last sweep that pass the filter, in the order of their names. Rows keep their places while the same locks are
// there. GUI thread.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/model/possible_locks.h"

#include <QAbstractTableModel>

namespace lockscope {

class PossibleModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PossibleModel)

public:
    enum Column { Kind, Name, Owner, Ttl, Why, ColumnCount };

    explicit PossibleModel(QObject *parent = nullptr)
        : QAbstractTableModel(parent)
    { }

    /// `now`: the server's clock. A lock whose lease has ended by then has no row.
    void show(const lockcore::SharedList<lockcore::LockInfo> &locks, lockcore::ServerTime now);
    void setFilter(const lockcore::Filter &filter);

    const lockcore::LockInfo &lockAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void update();
    QString text(const lockcore::LockInfo &lock, Column column) const;

    lockcore::SharedList<lockcore::LockInfo> m_locks;
    std::vector<lockcore::LockInfo> m_rows;
    lockcore::Filter m_filter;
    lockcore::ServerTime m_now{};
};

} // namespace lockscope
