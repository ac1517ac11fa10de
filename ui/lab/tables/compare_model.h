// SPDX-License-Identifier: MIT
// One story with several protocols as a table: a row for each protocol with its run as a small picture, aligned at the fault. GUI thread.
#pragma once

#include "ui/lab/tables/compare_axis.h"
#include "ui/lab/tables/result_model.h"
#include "ui/runs/comparison.h"

namespace lockscope {

class CompareModel final : public ResultModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CompareModel)

public:
    enum Column { Protocol, Run, Finding, Columns };

    using ResultModel::ResultModel;

    void show(const ComparisonResult &comparison);

    int planned() const override { return static_cast<int>(m_comparison.scenarios.size()); }
    int played() const override { return static_cast<int>(playedOf(m_comparison).size()); }
    QString subject() const override;
    QString summary() const override;
    QString failure() const override { return {}; }

    const ComparedRun *runAt(int row) const; ///< null: not played yet
    const CompareAxis &axis() const { return m_axis; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString textAt(int row, int column) const;

    ComparisonResult m_comparison;
    CompareAxis m_axis;
};

/// `A holds the lock from −12 to 400 ms, B from 401 ms to the end; refused: A's release`: what the picture of a row shows, for a screen reader
/// and the tooltip.
QString rowText(const ComparedRun &run);

} // namespace lockscope
