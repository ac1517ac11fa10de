// SPDX-License-Identifier: MIT
#include "ui/explore/comparison_model.h"

namespace lockscope {

void ComparisonModel::show(const ExploreTablePtr &table)
{
    beginResetModel();
    m_table = table;
    endResetModel();
}

const ExploreRow *ComparisonModel::cellAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.column() < 1)
        return nullptr;
    const auto &cells = m_table->lines[index.row()].cells;
    return index.column() <= cells.size() ? &cells[index.column() - 1] : nullptr;
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->lines.size());
}

int ComparisonModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->heads.size()) + 1;
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    const auto &line = m_table->lines[index.row()];
    const auto *const cell = cellAt(index);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignHCenter));
    if (role == BrokenRole)
        return cell && cell->isBroken;
    if (index.column() == 0)
        return role == Qt::DisplayRole                            ? QVariant(line.protocol)
               : role == Qt::ToolTipRole && !line.error.isEmpty() ? QVariant(line.error)
                                                                  : QVariant();
    if (role == Qt::DisplayRole)
        return cell ? cell->mark : index.column() == 1 && !line.error.isEmpty() ? tr("not yet") : QString();
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return cell ? tr("%1, %2: %3").arg(line.protocol, cell->what, cell->broken) : line.error;
    return {};
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_table || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    return section == 0 ? tr("Protocol") : m_table->heads.value(section - 1);
}

} // namespace lockscope
