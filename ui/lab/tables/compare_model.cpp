// SPDX-License-Identifier: MIT
#include "ui/lab/tables/compare_model.h"

#include "ui/lab/player/verdict_shade.h"
#include "ui/lab/tables/suite_cells.h"
#include "ui/report/time_axis.h"
#include "ui/runs/suite_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// For a narrow column; the sentences are below the table and in the tooltip.
QString noteOn(Property property)
{
    switch (property) {
    case Property::MutualExclusion: return Words::tr("two holders at once");
    case Property::Ownership: return Words::tr("another's lock removed");
    case Property::NoImmortalLock: return Words::tr("taken for ever");
    case Property::Progress: return Words::tr("a waiter not served");
    case Property::Resource: return Words::tr("an update lost");
    case Property::ReentryCount: return Words::tr("miscounted");
    case Property::Fairness: return Words::tr("a waiter overtaken");
    case Property::Watchdog: return Words::tr("not renewed");
    case Property::TokenOrder: return Words::tr("fencing tokens out of order");
    case Property::LeaseOutlived: return Words::tr("a lease too short");
    }
    return {};
}

QStringList violatedNotes(const LabResult &result)
{
    QStringList notes;
    for (const auto &verdict : result.verdicts) {
        if (verdict.outcome == Outcome::Violated)
            notes << noteOn(verdict.property) + (verdict.pitfall.empty() ? QString() : u" ("_s + shownText(verdict.pitfall) + u')');
    }
    return notes;
}

} // namespace

QString rowText(const ComparedRun &run)
{
    QStringList parts;
    if (!run.fault.isEmpty())
        parts << Words::tr("0 ms: %1").arg(run.fault);
    for (const auto &hold : run.row.holds)
        parts << Words::tr("%1 holds the lock from %2 to %3 ms")
                     .arg(shownText(run.row.workers[hold.worker], 20), exactMilliseconds(hold.begin - run.row.anchor.at),
                          exactMilliseconds(hold.end - run.row.anchor.at));
    if (!run.refused.isEmpty())
        parts << Words::tr("refused: %1").arg(run.refused.join(u", "_s));
    if (const auto violated = violatedSentences(run.result); !violated.isEmpty())
        parts << Words::tr("violated: %1").arg(violated.join(u", "_s));
    return parts.join(u'\n');
}

void CompareModel::show(const ComparisonResult &comparison)
{
    beginResetModel();
    m_comparison = comparison;
    std::vector<const CompactRow *> rows;
    for (const auto &run : m_comparison.runs) {
        if (run && !run->row.workers.empty())
            rows.push_back(&run->row);
    }
    m_axis = CompareAxis(rows);
    endResetModel();
    emit changed();
}

QString CompareModel::subject() const
{
    for (const auto &run : m_comparison.runs) {
        if (run && !run->result.server.empty())
            return tr("Lockscope's own workers on %1").arg(shownText(run->result.server));
    }
    return {};
}

QString CompareModel::summary() const
{
    for (const auto &run : m_comparison.runs) {
        if (run && !run->fault.isEmpty())
            return tr("0 ms is where %1. All rows have one time scale, stretched where much happens.").arg(run->fault);
    }
    return {};
}

const ComparedRun *CompareModel::runAt(int row) const
{
    const auto &run = m_comparison.runs[static_cast<std::size_t>(row)];
    return run ? &*run : nullptr;
}

int CompareModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : planned(); }

int CompareModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : Columns; }

QString CompareModel::textAt(int row, int column) const
{
    const auto *const run = runAt(row);
    if (column == Protocol)
        return shownText(m_comparison.scenarios[static_cast<std::size_t>(row)].protocol);
    if (!run)
        return column == Finding ? tr("to be played") : QString();
    if (column == Run)
        return run->result.error ? asSentence(run->result.error->text) : isSkipped(run->result) ? skipText(run->result) : QString();
    auto text = findingOf(run->result).text;
    if (const auto violated = violatedNotes(run->result); !violated.isEmpty())
        text += u": "_s + violated.join(u", "_s);
    if (!run->refused.isEmpty())
        text += u'\n' + tr("refused: %1").arg(run->refused.join(u", "_s));
    return text;
}

QVariant CompareModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto *const run = runAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return textAt(index.row(), index.column());
    case Qt::ToolTipRole: return run ? rowText(*run) : QVariant();
    case Qt::AccessibleTextRole:
        return index.column() == Run && run && textAt(index.row(), Run).isEmpty() ? rowText(*run) : textAt(index.row(), index.column());
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case ShadeRole:
        return static_cast<int>(index.column() == Finding    ? run ? shadeOf(findingOf(run->result).tone) : ShadedLabel::Shade::Faint
                                : index.column() == Protocol ? ShadedLabel::Shade::Text
                                                             : ShadedLabel::Shade::Secondary);
    case FolderRole: return run ? run->result.folder : QString();
    case TitleRole: return textAt(index.row(), Protocol);
    case DetailsRole: return run ? rowText(*run) + u'\n' + detailsText(run->result) : QString();
    case ProofRole: return QVariant::fromValue<quint64>(run ? proofOf(run->result, {}) : 0);
    case SortRole: return index.row();
    default: return {};
    }
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole))
        return ResultModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    return section == Protocol ? tr("Protocol") : section == Run ? tr("Who holds the lock, and who is inside") : tr("Finding");
}

} // namespace lockscope
