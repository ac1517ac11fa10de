// SPDX-License-Identifier: MIT
#include "ui/window/release_log_model.h"

#include "ui/words/event_words.h"
#include "ui/words/release_log_words.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace lockcore;

void ReleaseLogModel::show(std::vector<ReleaseLogEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

int ReleaseLogModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_entries.size()); }

int ReleaseLogModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ReleaseLogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    constexpr std::size_t longest = 500;
    const auto &entry = entryAt(index.row());
    switch (index.column()) {
    case Time: return timeText(entry.time);
    case Outcome: return outcomeWord(entry);
    case Lock: return shownText(entry.lock.key, longest);
    case Owner: return releasedOwners(entry);
    case User: return shownText(entry.user, longest);
    case Server: return shownText(entry.server, longest);
    case Reason: return shownText(entry.reason, longest);
    default: return {};
    }
}

QVariant ReleaseLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time: return tr("Time");
    case Outcome: return tr("Outcome");
    case Lock: return tr("Lock");
    case Owner: return tr("Owner");
    case User: return tr("By");
    case Server: return tr("Server");
    case Reason: return tr("Reason");
    default: return {};
    }
}

} // namespace lockscope
