// SPDX-License-Identifier: MIT
#include "ui/monitor/statistics_model.h"

#include "lockcore/monitor/filter/filter.h"
#include "ui/words/statistics_words.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

// The rows are sorted by what they count, so a selected one may move.
void StatisticsModel::show(std::vector<lockcore::KindStatistics> kinds)
{
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    QModelIndexList after;
    for (const auto &persistent : before) {
        const auto &kind = m_kinds[static_cast<std::size_t>(persistent.row())].kind;
        const auto found = std::ranges::find(kinds, kind, &lockcore::KindStatistics::kind);
        after << (found == kinds.end() ? QModelIndex() : createIndex(static_cast<int>(found - kinds.begin()), persistent.column()));
    }
    m_kinds = std::move(kinds);
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

QString StatisticsModel::filterTerm(int row) const
{
    const auto &kind = m_kinds[static_cast<std::size_t>(row)].kind;
    if (kind.empty())
        return {};
    auto term = QString::fromStdString(lockcore::Filter::term("name", kind));
    return term.replace(u"\\*"_s, u"*"_s).replace(u'#', u'*');
}

int StatisticsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_kinds.size()); }

int StatisticsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(statisticsColumns().size());
}

QVariant StatisticsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &here = m_kinds[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && (role != Qt::ToolTipRole || index.column() > 0))
        return {};
    return index.column() == 0 ? kindOfNamesText(here.kind) : statisticsCells(here.statistics).at(index.column() - 1);
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (section == 0)
        return role == Qt::DisplayRole   ? tr("Prefix")
               : role == Qt::ToolTipRole ? QVariant(tr("What the names have in common: # is a number or a random id, * is any text"))
                                         : QVariant();
    const auto column = statisticsColumns().at(section - 1);
    return role == Qt::DisplayRole ? column.title : role == Qt::ToolTipRole ? QVariant(column.explanation) : QVariant();
}

} // namespace lockscope
