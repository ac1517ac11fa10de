// SPDX-License-Identifier: MIT
#include "ui/lab/tables/check_model.h"

#include "ui/report/check_words.h"
#include "ui/report/verdict_words.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using Shade = ShadedLabel::Shade;

namespace {

Shade wordShade(const CheckItem &item)
{
    switch (item.word) {
    case CheckWord::Broken: return item.fails ? Shade::Danger : Shade::Warning;
    case CheckWord::NoLockCan: return Shade::Warning;
    case CheckWord::NotTested: return item.reason && item.reason->isOpen ? Shade::Warning : Shade::Faint;
    case CheckWord::Kept: return Shade::Good;
    }
    return Shade::Text;
}

bool testsALock(const Check &check)
{
    return !check.error && std::ranges::any_of(check.parts, [](const CheckPart &part) {
        return part.kind != CheckPart::Kind::Selftest && part.state != CheckPart::State::Waits;
    });
}

} // namespace

// What is broken comes first when all is played; until then the rows stay where they are.
std::vector<CheckModel::Row> CheckModel::rowsOf(const Check &check)
{
    std::vector<Row> rows;
    if (!testsALock(check))
        return rows;
    for (const auto &mistake : check.mistakes)
        rows.push_back({tr("Worker protocol"), {"worker-protocol", CheckWord::Broken, true, 1, mistake, std::nullopt}});
    for (const auto *items : {&check.properties, &check.pitfalls}) {
        for (const auto &item : *items)
            rows.push_back({capitalised(itemTitle(item)), item});
    }
    if (isRunning(check))
        return rows;
    for (const auto &gap : check.gaps) {
        const auto reason = reasonText(gap.reason);
        const auto known = std::ranges::find_if(
            rows, [&](const Row &row) { return row.item.name.empty() && row.item.reason && reasonText(*row.item.reason) == reason; });
        const auto run = QString::fromStdString(gap.run);
        if (known != rows.end())
            known->title += u", "_s + run;
        else
            rows.push_back({tr("Runs: %1").arg(run), {{}, CheckWord::NotTested, false, 0, std::nullopt, gap.reason}});
    }
    return rows;
}

void CheckModel::show(const Check &check)
{
    m_check = check;
    auto rows = rowsOf(check);
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (m_rows[i] == rows[i])
            continue;
        m_rows[i] = std::move(rows[i]);
        emit dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), Columns - 1));
    }
    emit changed();
}

int CheckModel::planned() const
{
    const auto *part = playingPart(m_check);
    return part ? static_cast<int>(part->planned) : 0;
}

int CheckModel::played() const
{
    const auto *part = playingPart(m_check);
    return part ? static_cast<int>(part->done) : 0;
}

QString CheckModel::subject() const { return m_check.seed == 0 ? QString() : checkSubject(m_check); }

QString CheckModel::summary() const
{
    if (m_rows.empty())
        return {};
    const auto progress = checkProgress(m_check);
    if (isRunning(m_check) || !progress.isEmpty())
        return capitalised(progress) + u'.';
    return checkHeadline(m_check) + u' ' + checkCounts(m_check) + u' ' + tr("check.html in %1 is a page to pass on.").arg(m_check.folder);
}

QString CheckModel::failure() const
{
    if (!m_check.error && m_check.mistakes.empty())
        return {};
    QStringList lines{checkHeadline(m_check)};
    for (const auto &mistake : m_check.mistakes)
        lines << proofText(mistake);
    return lines.join(u'\n');
}

int CheckModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int CheckModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : Columns; }

QString CheckModel::textAt(const Row &row, int column) const
{
    switch (column) {
    case What: return row.title;
    case Word: return checkSign(row.item) + u' ' + checkWordText(row.item.word);
    case Answers: return answeringText(row.item);
    case Finding: return itemText(row.item);
    default: return {};
    }
}

QVariant CheckModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto &proof = row.item.proof;
    const auto title = row.title + u": "_s + textAt(row, Word);
    const auto details = [&] { return proof ? itemText(row.item) + u'\n' + placeText(*proof) : itemText(row.item); };
    switch (role) {
    case Qt::DisplayRole: return textAt(row, index.column());
    case Qt::ToolTipRole: return title + u'\n' + details();
    case Qt::AccessibleTextRole:
        return index.column() == What ? row.title
                                      : headerData(index.column(), Qt::Horizontal).toString() + u": "_s + textAt(row, index.column());
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case ShadeRole:
        return static_cast<int>(index.column() == Word ? wordShade(row.item) : index.column() == Answers ? Shade::Secondary : Shade::Text);
    case FolderRole: return proof ? proof->folder : QString();
    case TitleRole: return title;
    case DetailsRole: return details();
    case ProofRole: return QVariant::fromValue<quint64>(proof && !proof->events.empty() ? proof->events.back() : 0);
    case SortRole:
        return index.column() == Word
                   ? QVariant((static_cast<int>(row.item.word) * 2 + (row.item.fails ? 0 : 1)) * rowCount() + index.row())
               : index.column() == What ? QVariant(index.row())
                                        : QVariant(textAt(row, index.column()));
    default: return {};
    }
}

QVariant CheckModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole))
        return ResultModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    switch (section) {
    case What: return tr("Property or pitfall");
    case Word: return tr("Result");
    case Answers: return tr("Who answers");
    case Finding: return tr("What was found");
    default: return {};
    }
}

} // namespace lockscope
