// SPDX-License-Identifier: MIT
#include "ui/lab/tables/store_model.h"

#include "lockcore/lab/scenario/store_fit.h"
#include "ui/lab/player/verdict_shade.h"
#include "ui/lab/tables/suite_cells.h"
#include "ui/report/verdict_tips.h"
#include "ui/runs/comparison.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;
using Shade = ShadedLabel::Shade;

namespace {

// The time, and below it what was found.
QString storeText(const StoreCell &cell)
{
    const auto failure = failureText(cell);
    return freeText(cell) + u'\n' + (failure.isEmpty() ? findingsText(cell.result).join(u'\n') : findingOf(cell.result).text);
}

Shade storeShade(const StoreCell &cell) { return shadeOf(findingOf(cell.result).tone); }

QString storeDetails(const StoreCell &cell)
{
    const auto failure = failureText(cell);
    return failure.isEmpty() ? detailsText(cell.result) : failure;
}

} // namespace

void StoreModel::show(const StoreComparisonResult &comparison)
{
    const bool isOther =
        comparison.stores != m_comparison.stores || comparison.folder != m_comparison.folder || playedOf(comparison).empty();
    if (isOther)
        beginResetModel();
    m_comparison = comparison;
    if (isOther)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit changed();
}

QString StoreModel::subject() const
{
    QStringList subjects;
    for (std::size_t store = 0; store < m_comparison.stores.size(); ++store)
        subjects << storeSubject(m_comparison, store);
    subjects.removeAll(QString());
    return subjects.join(u"; "_s);
}

QString StoreModel::summary() const
{
    return played() == 0
               ? QString()
               : tr("The times count from the fault until another worker has the lock; kept: its holder still has it; lost: the server "
                    "came back without its data");
}

int StoreModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_comparison.stores.empty() ? 0 : static_cast<int>(m_comparison.stories.size());
}

int StoreModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstStore + static_cast<int>(m_comparison.stores.size());
}

const StoreCell *StoreModel::cellAt(const QModelIndex &index) const
{
    const auto &cell = m_comparison.cells[static_cast<std::size_t>(index.row())].at(static_cast<std::size_t>(index.column() - FirstStore));
    return cell ? &*cell : nullptr;
}

QVariant StoreModel::faultData(int row, int role) const
{
    const auto &story = m_comparison.stories[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return capitalised(faultName(story));
    case Qt::ToolTipRole: return shownText(story.story, 400);
    case TitleRole: return shownText(story.title, 200);
    case DetailsRole: return shownText(story.story, 1000);
    case ShadeRole: return static_cast<int>(Shade::Text);
    default: return {};
    }
}

QString StoreModel::titleOf(const QModelIndex &index) const
{
    return tr("%1 on %2")
        .arg(capitalised(faultName(m_comparison.stories[static_cast<std::size_t>(index.row())])),
             headerData(index.column(), Qt::Horizontal).toString());
}

QVariant StoreModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignTop);
    if (index.column() == Fault)
        return faultData(index.row(), role);
    const auto *const cell = cellAt(index);
    switch (role) {
    case Qt::DisplayRole: return cell ? storeText(*cell) : tr("to be played");
    case Qt::ToolTipRole: return cell ? (storeDetails(*cell) + u'\n' + pitfallTips(cell->result.verdicts)).trimmed() : QVariant();
    case Qt::AccessibleTextRole: return titleOf(index) + u": "_s + (cell ? storeText(*cell) : tr("to be played"));
    case ShadeRole: return static_cast<int>(cell ? storeShade(*cell) : Shade::Faint);
    case FolderRole: return cell ? cell->result.folder : QString();
    case TitleRole: return titleOf(index);
    case DetailsRole: return cell ? storeDetails(*cell) : QString();
    case ProofRole: return QVariant::fromValue<quint64>(cell ? proofOf(cell->result, {}) : 0);
    default: return {};
    }
}

QVariant StoreModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole))
        return ResultModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    return section == Fault ? tr("Fault") : shownText(nameOf(m_comparison.stores.at(static_cast<std::size_t>(section - FirstStore))));
}

} // namespace lockscope
