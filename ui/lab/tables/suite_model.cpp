// SPDX-License-Identifier: MIT
#include "ui/lab/tables/suite_model.h"

#include "ui/lab/tables/suite_cells.h"
#include "ui/report/verdict_tips.h"
#include "ui/runs/suite_words.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

std::span<const lockcore::Property> propertiesOf(int column)
{
    return column < SuiteModel::FirstProperty ? std::span<const lockcore::Property>()
                                              : suiteColumns()[static_cast<std::size_t>(column - SuiteModel::FirstProperty)];
}

} // namespace

void SuiteModel::show(const SuiteResult &suite)
{
    if (suite.scenarios != m_suite.scenarios || playedOf(suite).empty()) {
        beginResetModel();
        m_suite = suite;
        endResetModel();
    }
    for (std::size_t i = 0; i < suite.results.size(); ++i) {
        if (!suite.results[i] || m_suite.results[i])
            continue;
        m_suite.results[i] = suite.results[i];
        const int row = static_cast<int>(i);
        emit dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
    summarise();
}

void SuiteModel::summarise()
{
    const auto results = playedOf(m_suite);
    m_played = static_cast<int>(results.size());
    m_subject = subjectText(results);
    m_summary = results.empty() ? QString() : summaryText(results) + u". "_s + tr("Only unexpected results are coloured.");
    emit changed();
}

const LabResult *SuiteModel::resultAt(int row) const
{
    const auto &result = m_suite.results[static_cast<std::size_t>(row)];
    return result ? &*result : nullptr;
}

int SuiteModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : planned(); }

int SuiteModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstProperty + static_cast<int>(suiteColumns().size());
}

QVariant SuiteModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto *result = resultAt(index.row());
    const auto properties = propertiesOf(index.column());
    const auto title = shownText(m_suite.scenarios[static_cast<std::size_t>(index.row())].title, 200);
    const auto cell = index.column() == Story    ? ResultCell{title, ShadedLabel::Shade::Text, index.row()}
                      : index.column() == Result ? howCell(result)
                                                 : propertyCell(result, properties);
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return result ? (detailsText(*result) + u'\n' + pitfallTips(result->verdicts)).trimmed() : QVariant();
    case Qt::AccessibleTextRole: return index.column() == Story ? title : columnTitleAt(index.column()) + u": "_s + cell.text;
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case ShadeRole: return static_cast<int>(cell.shade);
    case FolderRole: return result ? result->folder : QString();
    case TitleRole: return title;
    case DetailsRole: return result ? detailsText(*result) : QString();
    case ProofRole: return QVariant::fromValue<quint64>(result ? proofOf(*result, properties) : 0);
    case SortRole: return index.column() == Story ? cell.rank : cell.rank * planned() + index.row();
    default: return {};
    }
}

QVariant SuiteModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole))
        return ResultModel::headerData(section, orientation, role);
    return role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter)) : columnTitleAt(section);
}

QString SuiteModel::columnTitleAt(int column)
{
    return column == Story ? tr("Story") : column == Result ? tr("Result") : columnTitle(propertiesOf(column));
}

} // namespace lockscope
