// SPDX-License-Identifier: MIT
#include "app/monitor/lock_table_text.h"

#include "app/command/terminal.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::LockInfo;
using lockcore::ServerTime;

namespace {

constexpr int gap = 2;
constexpr int leastName = 24;
constexpr int widestInAPipe = 48;         // a longer cell is printed in full, but the other lines are not padded to its length
constexpr std::size_t longestName = 2000; // a key may be 512 MB long

struct Column
{
    enum class Role { State, Name, Other };

    QString title;
    Qt::Alignment alignment = Qt::AlignLeft;
    int dropRank = 0; // the highest is dropped first; 0: never dropped
    int most = 0;     // columns; 0: no limit
    Role role = Role::Other;
    QStringList cells{};
    int width = 0;
};

QString countText(const LockInfo &lock)
{
    std::int64_t most = 0;
    for (const auto &holder : lock.holders)
        most = std::max(most, holder.count);
    return lock.holders.empty() ? u"?"_s : numberText(most);
}

bool isPossible(const LockInfo &lock) { return lockcore::levelOf(lock.confidence) == lockcore::LockLevel::Possible; }

QString stateCell(const LockInfo &lock)
{
    return isPossible(lock) ? Words::tr("? possible") : glyphText(glyphOf(lock)) + u' ' + stateText(lock);
}

std::vector<Column> columnsFor(const LockPointers &locks, ServerTime now)
{
    using Role = Column::Role;
    std::vector<Column> columns = {
        {Words::tr("STATE"), Qt::AlignLeft, 0, 0, Role::State},
        {Words::tr("LOCK"), Qt::AlignLeft, 0, 0, Role::Name},
        {Words::tr("KIND"), Qt::AlignLeft, 5, 24},
        {Words::tr("OWNER"), Qt::AlignLeft, 0, 28},
        {Words::tr("COUNT"), Qt::AlignRight, 4, 0},
        {Words::tr("TTL"), Qt::AlignRight, 0, 0},
        {Words::tr("HELD"), Qt::AlignRight, 3, 0},
        {Words::tr("WAITERS"), Qt::AlignRight, 2, 0},
        {Words::tr("NODE"), Qt::AlignLeft, 1, 28},
    };
    for (const auto *each : locks) {
        const auto &lock = *each;
        const QStringList cells = {stateCell(lock),
                                   shownText(lock.id.key, longestName),
                                   kindText(lock),
                                   ownersText(lock),
                                   countText(lock),
                                   ttlText(lock, now),
                                   heldForText(lock, now),
                                   waitersText(lock.waiters),
                                   shownText(lock.node, longestName)};
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].cells.append(cells.at(static_cast<qsizetype>(i)));
    }
    if (std::ranges::all_of(locks, [](const LockInfo *lock) { return lock->node.empty(); }))
        columns.pop_back(); // one server
    for (auto &column : columns) {
        column.width = columnsOf(column.title);
        for (const auto &cell : column.cells)
            column.width = std::max(column.width, columnsOf(cell));
    }
    return columns;
}

int totalWidth(const std::vector<Column> &columns)
{
    int width = -gap;
    for (const auto &column : columns)
        width += column.width + gap;
    return width;
}

Column &nameOf(std::vector<Column> &columns) { return *std::ranges::find(columns, Column::Role::Name, &Column::role); }

// The least important columns shrink first; the name takes the remaining width.
void fitTo(std::vector<Column> &columns, int width)
{
    for (auto &column : columns) {
        if (column.most > 0)
            column.width = std::min(column.width, column.most);
    }
    const auto missing = [&] { return totalWidth(columns) - std::max(0, nameOf(columns).width - leastName) - width; };
    while (missing() > 0) {
        const auto victim = std::ranges::max_element(columns, {}, &Column::dropRank);
        if (victim->dropRank == 0)
            break;
        columns.erase(victim);
    }
    auto &name = nameOf(columns);
    const int excess = totalWidth(columns) - width;
    name.width = std::max(columnsOf(name.title), name.width - std::max(0, excess));
}

QString tableLine(const std::vector<Column> &columns, qsizetype row, const LockInfo *lock, const TextStyle &style)
{
    QString line;
    for (const auto &column : columns) {
        const auto &text = row < 0 ? column.title : column.cells.at(row);
        const bool last = &column == &columns.back();
        auto cell = style.width > 0 ? elidedTo(text, column.width) : text;
        if (!last || column.alignment.testFlag(Qt::AlignRight))
            cell = padded(cell, column.width, column.alignment);
        if (lock && column.role == Column::Role::State)
            cell = coloured(cell, isPossible(*lock) ? u"2"_s : codeOf(toneOf(*lock)), style);
        if (lock && column.role == Column::Role::Name)
            cell = coloured(cell, u"1"_s, style);
        line += (line.isEmpty() ? QString() : QString(gap, u' ')) + cell;
    }
    return (lock ? line : coloured(line, u"2"_s, style)) + u'\n';
}

} // namespace

QString lockTableText(const LockPointers &locks, ServerTime now, const TextStyle &style)
{
    auto columns = columnsFor(locks, now);
    if (style.width > 0)
        fitTo(columns, style.width);
    for (auto &column : columns)
        column.width = style.width > 0 ? column.width : std::min(column.width, widestInAPipe);
    QString text = tableLine(columns, -1, nullptr, style);
    for (std::size_t i = 0; i < locks.size(); ++i)
        text += tableLine(columns, static_cast<qsizetype>(i), locks[i], style);
    return text;
}

} // namespace lockscope
