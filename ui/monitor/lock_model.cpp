// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_model.h"

#include "lockcore/base/bytes.h"
#include "ui/monitor/lock_columns.h"
#include "ui/widgets/flat_header.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr int pruningInterval = 250; // ms

bool sameHolder(const LockInfo &a, const LockInfo &b)
{
    return !a.holders.empty() && !b.holders.empty() && a.holders.front().owner == b.holders.front().owner;
}

bool isRenewal(const LockInfo &before, const LockInfo &after)
{
    return sameHolder(before, after) && before.deadline && after.deadline && *after.deadline > *before.deadline
           && after.renewals.count > before.renewals.count;
}

// If there was more than one renewal between two looks, the intervals are unknown.
void noteInterval(LockRow &row, const LockInfo &after)
{
    const auto &before = row.lock.renewals;
    if (!before.last || !after.renewals.last || after.renewals.count != before.count + 1)
        return;
    row.intervals.push_back(std::chrono::duration_cast<Milliseconds>(*after.renewals.last - *before.last));
    if (row.intervals.size() > LockRow::mostIntervals)
        row.intervals.erase(row.intervals.begin());
}

// If waiters are asked for again with the same answer, a row does not change.
bool looksTheSame(const LockInfo &a, LockInfo b)
{
    b.waiters.asOf = a.waiters.asOf;
    return a == b;
}

} // namespace

LockModel::LockModel(QObject *parent, MomentSource now)
    : QAbstractTableModel(parent)
    , m_now(now ? std::move(now) : [] { return std::chrono::time_point_cast<Duration>(std::chrono::steady_clock::now()); })
{
    m_pruning.setInterval(pruningInterval);
    connect(&m_pruning, &QTimer::timeout, this, &LockModel::prune);
}

void LockModel::apply(const MonitorChange &change)
{
    setClock(change);
    for (const auto &gone : change.gone) // first, because a lock that ended and is back is also in `changed`
        markGone(gone);
    std::vector<LockInfo> births;
    for (const auto &lock : change.changed)
        upsert(lock, births);
    appendAll(births);
    noteEvents(change.events);
    noteLostNodes(change.state);
    announceTouched();
}

void LockModel::markGone(const MonitorChange::Gone &gone)
{
    const int at = rowOf(gone.last.id);
    if (at < 0 || row(at).gone())
        return; // it was acquired and ended between two frames; an event reports it
    auto &here = m_rows[static_cast<std::size_t>(at)];
    here.lock = gone.last;
    here.last = gone.how;
    here.goneAt = here.lingersFrom = moment();
    here.goneAtServer = gone.at.value_or(serverNow());
    here.renewedAt.reset();
    m_touched.push_back(at);
    m_lingering.push_back(at);
    if (!m_pruning.isActive())
        m_pruning.start();
}

void LockModel::upsert(const LockInfo &lock, std::vector<LockInfo> &births)
{
    if (const int at = rowOf(lock.id); at >= 0) {
        occupy(at, lock);
    } else if (!m_free.empty()) {
        const int slot = m_free.back();
        m_free.pop_back();
        m_index.emplace(lock.id, slot);
        occupy(slot, lock);
    } else {
        births.push_back(lock);
    }
}

void LockModel::occupy(int at, const LockInfo &lock)
{
    auto &here = m_rows[static_cast<std::size_t>(at)];
    if (here.used && !here.gone() && looksTheSame(here.lock, lock)) {
        here.lock.waiters.asOf = lock.waiters.asOf;
        return;
    }
    if (!here.used || here.gone()) {
        here = {};
        here.used = true;
        here.name = QString::fromStdString(escaped(lock.id.key));
        if (lock.heldSinceObserved)
            here.last = EventType::Acquired;
    } else if (isRenewal(here.lock, lock)) {
        here.renewedAt = moment();
        noteInterval(here, lock);
    } else if (!sameHolder(here.lock, lock)) {
        here.intervals.clear();
    }
    here.lock = lock;
    m_touched.push_back(at);
}

void LockModel::appendAll(const std::vector<LockInfo> &births)
{
    if (births.empty())
        return;
    const int first = static_cast<int>(m_rows.size());
    beginInsertRows({}, first, first + static_cast<int>(births.size()) - 1);
    for (const auto &lock : births) {
        const int at = static_cast<int>(m_rows.size());
        m_rows.emplace_back();
        m_index.emplace(lock.id, at);
        occupy(at, lock);
    }
    endInsertRows();
}

// A row that has come or gone since belongs to a node that is read.
void LockModel::noteLostNodes(const MonitorState &state)
{
    std::vector<NodeState> lost;
    for (const auto &node : state.cluster ? state.cluster->primaries : std::vector<NodeState>()) {
        if (node.isLost())
            lost.push_back(node);
    }
    const bool same = std::ranges::equal(lost, m_lostNodes, {}, &NodeState::address, &NodeState::address);
    if (same && lost.empty())
        return;
    m_lostNodes = std::move(lost);
    for (const auto &[id, at] : m_index) {
        auto &here = m_rows[static_cast<std::size_t>(at)];
        const auto node = std::ranges::find(m_lostNodes, here.lock.node, &NodeState::address);
        const auto since =
            node == m_lostNodes.end() || here.gone() ? std::nullopt : std::optional(node->unknownSince.value_or(serverNow()));
        if (since == here.unknownSince || (since && here.unknownSince))
            continue;
        here.unknownSince = since;
        m_touched.push_back(at);
    }
}

void LockModel::noteEvents(const std::vector<LockEvent> &events)
{
    for (const auto &event : events) {
        const int at = rowOf(event.id);
        if (at < 0 || row(at).gone())
            continue;
        m_rows[static_cast<std::size_t>(at)].last = event.type;
        m_touched.push_back(at);
    }
}

void LockModel::announceTouched()
{
    std::sort(m_touched.begin(), m_touched.end());
    m_touched.erase(std::unique(m_touched.begin(), m_touched.end()), m_touched.end());
    for (std::size_t i = 0; i < m_touched.size();) {
        std::size_t end = i + 1;
        while (end < m_touched.size() && m_touched[end] == m_touched[end - 1] + 1)
            ++end;
        emit dataChanged(index(m_touched[i], 0), index(m_touched[end - 1], ColumnCount - 1));
        i = end;
    }
    m_touched.clear();
    emit settled();
}

std::vector<int> LockModel::gone() const
{
    std::vector<int> rows; // one that came back and ended again is twice among the lingering ones
    std::ranges::copy_if(m_lingering, std::back_inserter(rows), [this](int at) { return row(at).gone(); });
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

void LockModel::prune()
{
    const auto now = moment();
    std::erase_if(m_lingering, [&](int at) {
        auto &here = m_rows[static_cast<std::size_t>(at)];
        if (!here.gone())
            return true; // it was acquired again
        if (isKept(at) || now - here.lingersFrom < LockRow::linger)
            return false;
        m_index.erase(here.lock.id);
        here = {};
        m_free.push_back(at);
        m_touched.push_back(at);
        return true;
    });
    if (m_lingering.empty())
        m_pruning.stop();
    if (!m_touched.empty())
        announceTouched();
}

void LockModel::keep(const std::vector<int> &rows)
{
    const auto before = std::exchange(m_kept, rows);
    std::ranges::sort(m_kept);
    m_kept.erase(std::ranges::unique(m_kept).begin(), m_kept.end());
    for (const int at : before) {
        if (!isKept(at))
            m_rows[static_cast<std::size_t>(at)].lingersFrom = moment();
    }
}

void LockModel::setStopped(bool stopped) { m_stoppedAt = stopped ? std::optional(moment()) : std::nullopt; }

void LockModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_free.clear();
    m_index.clear();
    m_touched.clear();
    m_lingering.clear();
    m_kept.clear();
    m_pruning.stop();
    endResetModel();
}

void LockModel::setClock(const MonitorChange &change)
{
    const bool lost = change.state.phase == MonitorState::Phase::Lost;
    if (lost && m_clockStopped)
        return;                                          // only another attempt to connect; the clock is already stopped
    const bool known = change.serverNow != ServerTime{}; // without a known server time, the local clock continues
    m_serverNow = known ? change.serverNow : serverNow();
    m_at = known ? change.at : moment();
    m_clockStopped = lost;
}

int LockModel::rowOf(const LockId &id) const
{
    const auto found = m_index.find(id);
    return found == m_index.end() ? -1 : found->second;
}

ServerTime LockModel::serverNow() const
{
    if (m_clockStopped)
        return m_serverNow;
    return m_serverNow + std::chrono::duration_cast<Microseconds>(moment() - m_at);
}

int LockModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int LockModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LockModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !row(index.row()).used)
        return {};
    const auto &here = row(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return cellText(here, column, nowOf(here)).joined();
    case Qt::AccessibleTextRole: return accessibleText(here, column, nowOf(here));
    case Qt::ToolTipRole: return cellToolTip(here, column, nowOf(here));
    case Qt::TextAlignmentRole: return static_cast<int>(columnAlignment(column) | Qt::AlignVCenter);
    case SortRole: return sortValue(here, column, nowOf(here));
    default: return {};
    }
}

QVariant LockModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(section);
    switch (role) {
    case Qt::DisplayRole: return columnTitle(column);
    case FlatHeader::ShortRole: return shortColumnTitle(column);
    case Qt::ToolTipRole: return columnToolTip(column);
    case Qt::TextAlignmentRole: return static_cast<int>(columnAlignment(column) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace lockscope
