// SPDX-License-Identifier: MIT
#include "ui/lab/tables/sweep_model.h"

#include "ui/report/verdict_tips.h"
#include "ui/report/verdict_words.h"
#include "ui/runs/sweep_words.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::SweepFinding;
using Shade = ShadedLabel::Shade;

namespace {

Shade toneShade(SweepFinding::Tone tone)
{
    switch (tone) {
    case SweepFinding::Tone::Good:
    case SweepFinding::Tone::Waits: return Shade::Text;
    case SweepFinding::Tone::Warns:
    case SweepFinding::Tone::Open: return Shade::Warning;
    case SweepFinding::Tone::Bad: return Shade::Danger;
    }
    return Shade::Text;
}

QString plainText(QString text) { return text.replace(QChar(0x00a0), u' '); }

QString detailsOf(const SweepRun &run)
{
    QStringList lines{signOf(toneOf(run)) + u' ' + plainText(cellText(run))};
    lines << proofTexts(run);
    return lines.join(u'\n');
}

std::uint64_t proofOf(const SweepRun &run)
{
    for (const auto *verdicts : {&run.finding.broken, &run.finding.open}) {
        if (!verdicts->empty() && !verdicts->front().events.empty())
            return verdicts->front().events.back();
    }
    return 0;
}

} // namespace

void SweepModel::show(const SweepResult &sweep)
{
    const bool isOther = sweep.planned != m_sweep.planned || sweep.folder != m_sweep.folder;
    if (isOther)
        beginResetModel();
    const auto before = std::exchange(m_sweep, sweep);
    if (isOther) {
        m_rows = rowsOf(m_sweep);
        endResetModel();
    }
    for (int row = 0; !isOther && row < rowCount(); ++row) {
        for (std::size_t fault = 0; fault < sweepColumns.size(); ++fault) {
            const auto cell = m_rows[static_cast<std::size_t>(row)].cells.at(fault);
            const auto now = index(row, FirstFault + static_cast<int>(fault));
            if (cell && m_sweep.cells[*cell] && (!before.cells[*cell] || before.cells[*cell]->plays != m_sweep.cells[*cell]->plays))
                emit dataChanged(now, now);
        }
    }
    emit changed();
}

int SweepModel::played() const { return static_cast<int>(countsOf(m_sweep).played); }

QString SweepModel::subject() const { return m_sweep.library.empty() ? QString() : subjectText(m_sweep); }

QString SweepModel::summary() const
{
    if (m_rows.empty())
        return {};
    const QStringList sentences{storyText(m_sweep), aimText(m_sweep), asSentence(summaryText(m_sweep).toStdString()),
                                notSweptText(m_sweep)};
    return sentences.join(u' ').simplified();
}

QString SweepModel::failure() const { return failureText(m_sweep); }

int SweepModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int SweepModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstFault + static_cast<int>(sweepColumns.size());
}

SweepModel::Cell SweepModel::cellAt(const QModelIndex &index) const
{
    const auto place = m_rows[static_cast<std::size_t>(index.row())].cells.at(static_cast<std::size_t>(index.column() - FirstFault));
    if (!place)
        return {};
    const auto &run = m_sweep.cells[*place];
    return {&m_sweep.planned[*place], run ? &*run : nullptr};
}

QVariant SweepModel::placeData(int row, int role) const
{
    const auto &place = m_rows[static_cast<std::size_t>(row)].place;
    const bool givesLease = place.part != SweepPart::OwnLease;
    const auto text = givesLease ? placeText(place) : tr("own lease, %1").arg(placeText(place));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text;
    case TitleRole: return capitalised(text);
    case DetailsRole: return leaseText(m_sweep, givesLease) + u'.';
    case ShadeRole: return static_cast<int>(Shade::Text);
    default: return {};
    }
}

QVariant SweepModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignTop);
    if (index.column() == Place)
        return placeData(index.row(), role);
    const auto [planned, run] = cellAt(index);
    const auto text = run ? signOf(toneOf(*run)) + u' ' + cellText(*run) : planned ? tr("to be played") : QString();
    switch (role) {
    case Qt::DisplayRole: return text;
    case Qt::ToolTipRole: return run ? (detailsOf(*run) + u'\n' + pitfallTips(run->result.verdicts)).trimmed() : QVariant();
    case Qt::AccessibleTextRole:
        return planned ? cellTitle(*planned) + u": "_s + plainText(text) : tr("nothing: this fault makes no sense there");
    case ShadeRole: return static_cast<int>(run ? toneShade(toneOf(*run)) : Shade::Faint);
    case FolderRole: return run ? run->result.folder : QString();
    case TitleRole: return planned ? capitalised(cellTitle(*planned)) : QString();
    case DetailsRole: return run ? detailsOf(*run) : QString();
    case ProofRole: return QVariant::fromValue<quint64>(run ? proofOf(*run) : 0);
    default: return {};
    }
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole))
        return ResultModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    return section == Place ? tr("Where") : capitalised(columnText(sweepColumns.at(static_cast<std::size_t>(section - FirstFault))));
}

} // namespace lockscope
