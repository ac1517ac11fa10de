// SPDX-License-Identifier: MIT
// The comparison of all protocols as a table. GUI thread.
#pragma once

#include "ui/explore/explore_result.h"

#include <QAbstractTableModel>

namespace lockscope {

class ComparisonModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparisonModel)

public:
    enum Role { BrokenRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void show(const ExploreTablePtr &table);
    const ExploreRow *cellAt(const QModelIndex &index) const; ///< null: it was not searched
    QString protocolAt(int row) const { return m_table->lines[row].protocol; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ExploreTablePtr m_table;
};

} // namespace lockscope
