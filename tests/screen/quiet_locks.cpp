// SPDX-License-Identifier: MIT
#include "screen/quiet_locks.h"

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

// Leases so short that tenths of a second are shown, but so long that none ends before the test.
constexpr int leastLease = 90'000; // ms

// A window that has just appeared may still change its size: only what was visible both times counts.
bool allDiffer(const std::vector<QImage> &before, const std::vector<QImage> &now)
{
    for (std::size_t row = 0; row < std::min(before.size(), now.size()); ++row) {
        if (now[row] == before[row])
            return false;
    }
    return !before.empty() && !now.empty();
}

int pieces(const std::set<int> &columns)
{
    int count = 0;
    for (const int column : columns)
        count += columns.contains(column - 1) ? 0 : 1;
    return count;
}

} // namespace

QuietLocks::QuietLocks(int count)
    : m_count(count)
    , m_screen([&] {
        std::vector<test::Command> commands;
        for (int i = 0; i < count; ++i) {
            const auto name = QString::asprintf("lock:%05d", i).toStdString();
            commands.push_back({"HSET", name, i == 0 ? owner : stranger, "1"});
            commands.push_back({"PEXPIRE", name, std::to_string(leastLease + i % 9'000)});
        }
        m_server.pipeline(commands);
        return m_server.endpoint();
    }())
{ }

QuietLocks::Seen QuietLocks::shown() const
{
    return [this] {
        const auto *rows = m_screen.window().rows();
        return m_screen.isLive() && rows->rowCount() == m_count && !rows->outOfOrder() && m_screen.timeline()->isVisible();
    };
}

void QuietLocks::choose()
{
    auto *table = m_screen.table();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(m_screen.window().rowOf({0, chosen})).center());
}

QuietLocks::Seen QuietLocks::barShown() const
{
    return [this] { return bar().size() > 8 && pieces(bar()) == 1; };
}

QuietLocks::Seen QuietLocks::everyLeaseMoved() const
{
    return [this, before = m_screen.seenLeases()] { return allDiffer(before, m_screen.seenLeases()); };
}

QuietLocks::Seen QuietLocks::detailsMoved() const
{
    const auto *left = m_screen.text(u" s of "_s); // "1 m 29.1 s of 1 m 30 s"
    if (!left)
        return [] { return false; };
    return [this, left, before = m_screen.seen(*left)] { return m_screen.seen(*left) != before; };
}

// It begins further to the left, and ends at the present, within a pixel.
QuietLocks::Seen QuietLocks::barGrown() const
{
    return [this, before = bar()] {
        const auto now = bar();
        return !before.empty() && !now.empty() && *now.begin() < *before.begin() && std::abs(*now.rbegin() - *before.rbegin()) <= 1;
    };
}

std::vector<QuietLocks::Sight> QuietLocks::renew()
{
    const auto cell = m_screen.seenCell(0, LockModel::Renewals);
    const auto before = m_screen.seenText(u"none seen"_s);
    m_server.command({"PEXPIRE", chosen, std::to_string(leastLease + 8'000)});
    return {{"table", [this, cell] { return m_screen.seenCell(0, LockModel::Renewals) != cell; }},
            {"details", [this, before] { return m_screen.seenInstead(before, u"1 renewal"_s); }},
            {"timeline", [this] { return pieces(bar()) == 2; }}};
}

std::vector<QuietLocks::Sight> QuietLocks::changeOwner()
{
    const auto cell = m_screen.seenCell(0, LockModel::Owner);
    const auto before = m_screen.seenText(QString::fromLatin1(owner));
    m_server.pipeline(
        {{"MULTI"}, {"DEL", chosen}, {"HSET", chosen, successor, "1"}, {"PEXPIRE", chosen, std::to_string(leastLease)}, {"EXEC"}});
    return {{"table", [this, cell] { return m_screen.seenCell(0, LockModel::Owner) != cell; }},
            {"details", [this, before] { return m_screen.seenInstead(before, QString::fromLatin1(successor)); }},
            {"timeline", [this] {
                 return !m_screen.timelineColumns({0, chosen}, successor).empty();
             }}};
}

void QuietLocks::renewAll()
{
    std::vector<test::Command> commands;
    for (int i = 0; i < m_count; ++i)
        commands.push_back({"PEXPIRE", QString::asprintf("lock:%05d", i).toStdString(), std::to_string(leastLease + 9'000)});
    m_server.pipeline(commands);
}

void QuietLocks::acquireAgain() { m_server.pipeline({{"HSET", chosen, successor, "1"}, {"PEXPIRE", chosen, std::to_string(leastLease)}}); }

std::vector<QuietLocks::Sight> QuietLocks::release()
{
    const auto cell = m_screen.seenCell(0, LockModel::State);
    const auto name = m_screen.seenText(QString::fromLatin1(chosen));
    const auto columns = bar();
    m_server.command({"DEL", chosen});
    return {
        {"table", [this, cell] { return m_screen.seenCell(0, LockModel::State) != cell; }},
        {"details", [this, name] { return name.widget && name.widget->font().strikeOut() && m_screen.seen(*name.widget) != name.image; }},
        {"timeline", [this, columns] {
             const auto now = bar();
             return !columns.empty() && (now.empty() || *now.rbegin() < *columns.rbegin() - 3);
         }}};
}

} // namespace lockscope
