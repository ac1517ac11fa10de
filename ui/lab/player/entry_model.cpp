// SPDX-License-Identifier: MIT
#include "ui/lab/player/entry_model.h"

#include "lockcore/report/entry_sentence.h"
#include "ui/lab/player/entry_words.h"
#include "ui/lab/player/run_player.h"
#include "ui/report/decisive_words.h"
#include "ui/report/time_axis.h"
#include "ui/report/verdict_tips.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <algorithm>
#include <span>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

EntryModel::EntryModel(RunPlayer *player, Which which, QObject *parent)
    : QAbstractTableModel(parent)
    , m_player(player)
    , m_which(which)
{
    connect(player, &RunPlayer::runChanged, this, &EntryModel::showRun);
    connect(player, &RunPlayer::positionChanged, this, &EntryModel::catchUp);
    showRun();
}

void EntryModel::showRun()
{
    beginResetModel();
    m_run = m_player->run();
    m_sentences.clear();
    m_first = 0;
    m_named.clear();
    m_decisive.clear();
    if (m_run) {
        const auto &entries = m_run->report.history.entries;
        const auto begun =
            std::ranges::find_if(entries, [](const HistoryEntry &entry) { return std::holds_alternative<entry::Begun>(entry.what); });
        m_first = begun == entries.end() ? 0 : static_cast<std::size_t>(begun - entries.begin()) + 1;
        const auto &verdicts = m_run->report.verdicts;
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            if (verdicts[i].outcome > Outcome::Inconclusive || verdicts[i].outcome == Outcome::Held)
                continue;
            for (const auto number : verdicts[i].events)
                m_named[number].push_back(i);
        }
    }
    for (std::size_t i = 0; m_run && i < m_run->lanes.marks.size(); ++i)
        m_decisive.push_back(m_run->lanes.marks[i].number);
    m_rows = rowsNow();
    endResetModel();
}

int EntryModel::rowsNow() const
{
    if (!m_run)
        return 0;
    const auto last = m_showsAll ? m_run->report.history.entries.size() : static_cast<std::size_t>(m_player->entry());
    if (m_which == Which::Decisive)
        return static_cast<int>(std::ranges::upper_bound(m_decisive, last) - m_decisive.begin());
    return last > m_first ? static_cast<int>(last - m_first) : 0;
}

// The signal of a new position may come before the signal of a new run.
void EntryModel::catchUp()
{
    const int rows = m_run == m_player->run() ? rowsNow() : m_rows;
    if (rows > m_rows) {
        beginInsertRows({}, m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    } else if (rows < m_rows) {
        beginRemoveRows({}, rows, m_rows - 1);
        m_rows = rows;
        endRemoveRows();
    }
}

void EntryModel::setShowsAll(bool showsAll)
{
    m_showsAll = showsAll;
    catchUp();
}

std::uint64_t EntryModel::numberOf(int row) const
{
    if (row < 0 || row >= m_rows)
        return 0;
    const auto at = static_cast<std::size_t>(row);
    return m_which == Which::Decisive ? m_decisive[at] : m_first + at + 1;
}

int EntryModel::rowOf(std::uint64_t number) const
{
    if (m_which == Which::Decisive) {
        const auto shown = std::span(m_decisive).first(static_cast<std::size_t>(m_rows));
        return static_cast<int>(std::ranges::upper_bound(shown, number) - shown.begin()) - 1;
    }
    return number > m_first && number <= m_first + static_cast<std::size_t>(m_rows) ? static_cast<int>(number - m_first - 1) : -1;
}

int EntryModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_rows; }

int EntryModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(ColumnCount); }

int EntryModel::workerOf(const HistoryEntry &entry) const
{
    const auto who = workerIn(entry);
    const auto &workers = m_run->lanes.workers;
    const auto found = who ? std::ranges::find(workers, who->worker, &WorkerLane::worker) : workers.end();
    return found == workers.end() ? -1 : static_cast<int>(found - workers.begin());
}

QString EntryModel::verdictText(std::uint64_t number) const
{
    QStringList texts;
    if (const auto found = m_named.find(number); found != m_named.end()) {
        for (const auto verdict : found->second) {
            const auto &named = m_run->report.verdicts[verdict];
            texts.push_back(propertyText(named.property) + u' ' + outcomeText(named.outcome));
        }
    }
    const auto *const mark = findMark(m_run->lanes, number);
    return texts.isEmpty() && mark ? decisiveText(*mark) : texts.join(u", "_s);
}

QString EntryModel::verdictsTip(std::uint64_t number) const
{
    QStringList lines{verdictText(number)};
    if (const auto found = m_named.find(number); found != m_named.end()) {
        for (const auto verdict : found->second)
            lines << verdictTip(m_run->report.verdicts[verdict]) << pitfallTip(m_run->report.verdicts[verdict].pitfall);
    }
    lines.removeDuplicates();
    lines.removeAll(QString());
    return lines.join(u'\n');
}

// Cached: a sentence may depend on entries far back, and a row is painted again with each step.
QString EntryModel::sentence(std::uint64_t number) const
{
    if (const auto *const known = m_sentences.object(number))
        return *known;
    auto text = entryText(m_run->report.history, number);
    m_sentences.insert(number, new QString(text));
    return text;
}

QVariant EntryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto number = numberOf(index.row());
    const auto &entry = m_run->report.history.entries.at(number - 1);
    if (role == WorkerRole)
        return workerOf(entry);
    if (role == OutcomeRole) {
        const auto found = m_named.find(number);
        return found == m_named.end() ? QVariant() : static_cast<int>(m_run->report.verdicts[found->second.front()].outcome);
    }
    if (role == ProtectionRole) {
        const auto *const mark = findMark(m_run->lanes, number);
        return mark && mark->kind == Decisive::Protection;
    }
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() <= Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Number: return u"#%1"_s.arg(number);
    case Time: return exactTime(entry.at - m_run->lanes.begin);
    case Worker: {
        const auto who = workerIn(entry);
        return who ? shownText(toString(*who), 40) : QString();
    }
    case Sentence: return sentence(number);
    case Verdicts: return role == Qt::ToolTipRole ? verdictsTip(number) : verdictText(number);
    default: return {};
    }
}

QVariant EntryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::TextAlignmentRole))
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section <= Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    switch (section) {
    case Number: return tr("Number");
    case Time: return tr("Time");
    case Worker: return tr("Worker");
    case Sentence: return tr("What happens");
    case Verdicts: return tr("Verdicts that name it");
    default: return {};
    }
}

} // namespace lockscope
