// SPDX-License-Identifier: MIT
// The statistics of the last minutes, a row for each kind of names, updated in place so that the selection stays. GUI thread.
#pragma once

#include "lockcore/monitor/statistics/lock_statistics.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope {

class StatisticsModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatisticsModel)

public:
    explicit StatisticsModel(QObject *parent = nullptr)
        : QAbstractTableModel(parent)
    { }

    void show(std::vector<lockcore::KindStatistics> kinds);

    /// The filter for the locks of this row; empty: it has those of many kinds.
    QString filterTerm(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<lockcore::KindStatistics> m_kinds;
};

} // namespace lockscope
