// SPDX-License-Identifier: MIT
#include "ui/monitor/possible_model.h"

#include "lockcore/monitor/reading/kind_of_name.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

void PossibleModel::show(const SharedList<LockInfo> &locks, ServerTime now)
{
    m_locks = locks;
    m_now = now;
    update();
}

void PossibleModel::setFilter(const Filter &filter)
{
    m_filter = filter;
    update();
}

void PossibleModel::update()
{
    std::vector<LockInfo> rows;
    std::ranges::copy_if(m_locks, std::back_inserter(rows), [this](const LockInfo &lock) {
        return !hasLapsed(lock, m_now) && m_filter.matches(lock, m_now, std::vector<Bytes>());
    });
    if (std::ranges::equal(rows, m_rows, {}, &LockInfo::id, &LockInfo::id)) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int PossibleModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int PossibleModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString PossibleModel::text(const LockInfo &lock, Column column) const
{
    constexpr std::size_t longest = 500;
    switch (column) {
    case Kind: return shownText(kindOf(lock.id.key), longest);
    case Name: return shownText(lock.id.key, longest);
    case Owner: return ownersText(lock);
    case Ttl: return ttlText(lock, m_now);
    case Why: {
        QStringList sentences;
        for (const auto &sentence : lock.why)
            sentences << shownText(sentence, longest);
        return sentences.join(QStringLiteral("; "));
    }
    case ColumnCount: break;
    }
    return {};
}

QVariant PossibleModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = static_cast<Column>(index.column());
    const auto &lock = lockAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(lock, column);
    case Qt::ToolTipRole: return column == Owner && !lock.holders.empty() ? shownText(lock.holders.front().owner) : text(lock, column);
    default: return {};
    }
}

QVariant PossibleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == Ttl ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Kind: return tr("Kind of name");
    case Name: return tr("Key");
    case Owner: return tr("Owner");
    case Ttl: return tr("TTL");
    case Why: return tr("Evidence");
    default: return {};
    }
}

} // namespace lockscope
