// SPDX-License-Identifier: MIT
// A sweep as a table: a row for each place in the life cycle of a lock, a column for each fault. GUI thread.
#pragma once

#include "ui/lab/tables/result_model.h"
#include "ui/runs/sweep_result.h"

namespace lockscope {

class SweepModel final : public ResultModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SweepModel)

public:
    enum Column { Place, FirstFault };

    using ResultModel::ResultModel;

    void show(const SweepResult &sweep); ///< of the same plan: only new results change the table

    int planned() const override { return static_cast<int>(m_sweep.planned.size()); }
    int played() const override;
    QString subject() const override;
    QString summary() const override;
    QString failure() const override;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Cell
    {
        const lockcore::SweepCell *planned = nullptr; ///< null: the fault makes no sense at this place
        const SweepRun *run = nullptr;                ///< null: not played yet
    };

    Cell cellAt(const QModelIndex &index) const;
    QVariant placeData(int row, int role) const;

    SweepResult m_sweep;
    std::vector<SweepRow> m_rows;
};

} // namespace lockscope
