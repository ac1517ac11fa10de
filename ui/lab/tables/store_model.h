// SPDX-License-Identifier: MIT
// The same faults on several stores as a table: a row for each fault, a column for each store, each cell a run. GUI thread.
#pragma once

#include "ui/lab/tables/result_model.h"
#include "ui/runs/store_comparison.h"

namespace lockscope {

class StoreModel final : public ResultModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoreModel)

public:
    enum Column { Fault, FirstStore };

    using ResultModel::ResultModel;

    void show(const StoreComparisonResult &comparison); ///< of the same stores: only new results change the table

    int planned() const override { return static_cast<int>(plannedRuns(m_comparison)); }
    int played() const override { return static_cast<int>(playedOf(m_comparison).size()); }
    QString subject() const override;
    QString summary() const override;
    QString failure() const override { return {}; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const StoreCell *cellAt(const QModelIndex &index) const; ///< null: not played yet
    QVariant faultData(int row, int role) const;
    QString titleOf(const QModelIndex &index) const;

    StoreComparisonResult m_comparison;
};

} // namespace lockscope
