// SPDX-License-Identifier: MIT
// A server on which nothing happens but what the test does: what is seen moves all the same, and each change comes to the screen.
// The times are printed, never judged: bench_live measures them.
#include "screen/watched_screen.h"
#include "support/eventually.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto stranger = "51d0c7aa-0000-4d11-8a6f-2c5e90b7d4e1:3"; // of all the other locks
constexpr auto successor = "77777777-1111-4d11-8a6f-2c5e90b7d4e1:5";
const Bytes chosen = "lock:00000";

// After how many milliseconds. Where it does not come, a picture of the screen is left behind.
std::optional<qint64> seenAfter(const std::function<bool()> &condition)
{
    QElapsedTimer timer;
    timer.start();
    if (test::eventually(condition))
        return timer.elapsed();
    const auto picture = QDir::temp().filePath(
        u"lockscope-%1-%2.png"_s.arg(QString::fromLatin1(QTest::currentTestFunction()), QString::fromLatin1(QTest::currentDataTag())));
    QGuiApplication::primaryScreen()->grabWindow(0).save(picture);
    qWarning("not seen; the screen: %s", qPrintable(picture));
    return std::nullopt;
}

bool seenSoon(const char *what, const std::function<bool()> &condition)
{
    const auto after = seenAfter(condition);
    qInfo("%s: %s", what, after ? qPrintable(u"%1 ms"_s.arg(*after)) : "not seen");
    return after.has_value();
}

} // namespace

class LiveScreenTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        m_screen.reset();
        m_server.reset();
    }

    void quietLocks_everyLeaseInSightMoves_data() { counts(); }
    void quietLocks_everyLeaseInSightMoves()
    {
        watch();
        QElapsedTimer watched;
        watched.start();
        qint64 slowest = 0;
        while (watched.elapsed() < 3'000) { // a window that has just come up paints for other reasons, too
            const auto before = m_screen->seenLeases();
            QVERIFY(!before.empty());
            const auto moved = seenAfter([&] { return allDiffer(before, m_screen->seenLeases()); });
            QVERIFY(moved);
            slowest = std::max(slowest, *moved);
        }
        qInfo("every lease in sight moves within %lld ms", static_cast<long long>(slowest));
    }

    void quietLock_itsLeaseMovesInTheDetails_data() { counts(); }
    void quietLock_itsLeaseMovesInTheDetails()
    {
        watch();
        choose();
        const auto *left = m_screen->text(u" of "_s);
        QVERIFY2(left, qPrintable(m_screen->details()->text()));
        const auto before = m_screen->seen(*left);
        QVERIFY(seenSoon("the lease in the details", [&] { return m_screen->seen(*left) != before; }));
    }

    void quietLock_itsBarGrowsInTheTimeline_data() { counts(); }
    void quietLock_itsBarGrowsInTheTimeline()
    {
        watch();
        choose();
        QVERIFY(seenSoon("the bar", [&] { return !columns().empty(); }));
        const auto before = columns();
        QVERIFY(seenSoon("the bar's growth", [&] { return *columns().begin() < *before.begin() && columns().size() > before.size(); }));
        QVERIFY(std::abs(*columns().rbegin() - *before.rbegin()) <= 1); // up to the present, whose place is the same
    }

    void renewed_isSeen_data() { counts(); }
    void renewed_isSeen()
    {
        watch();
        choose();
        QVERIFY(seenSoon("a bar in one piece", [&] { return columns().size() > 8 && pieces(columns()) == 1; }));
        const auto cell = m_screen->seenCell(0, LockModel::Renewals);
        const auto *fact = m_screen->text(u"none seen"_s);
        QVERIFY(fact);
        const auto words = m_screen->seen(*fact);
        m_server->command({"PEXPIRE", chosen, "98000"});
        QVERIFY(seenSoon("the renewal in the table", [&] { return m_screen->seenCell(0, LockModel::Renewals) != cell; }));
        QVERIFY(seenSoon("in the details", [&] { return m_screen->text(u"1 renewal"_s) == fact && m_screen->seen(*fact) != words; }));
        QVERIFY(seenSoon("in the timeline", [&] { return pieces(columns()) == 2; }));
    }

    void ofAnotherOwner_isSeen_data() { counts(); }
    void ofAnotherOwner_isSeen()
    {
        watch();
        choose();
        const auto cell = m_screen->seenCell(0, LockModel::Owner);
        const auto *fact = m_screen->text(QString::fromLatin1(WatchedScreen::owner));
        QVERIFY(fact);
        const auto words = m_screen->seen(*fact);
        m_server->pipeline({{"MULTI"}, {"DEL", chosen}, {"HSET", chosen, successor, "1"}, {"PEXPIRE", chosen, "90000"}, {"EXEC"}});
        QVERIFY(seenSoon("the new owner in the table", [&] { return m_screen->seenCell(0, LockModel::Owner) != cell; }));
        QVERIFY(seenSoon("in the details",
                         [&] { return m_screen->text(QString::fromLatin1(successor)) == fact && m_screen->seen(*fact) != words; }));
        QVERIFY(seenSoon("in the timeline", [&] { return !m_screen->timelineColumns(successor).empty(); }));
    }

    void released_isSeen_data() { counts(); }
    void released_isSeen()
    {
        watch();
        choose();
        QVERIFY(seenSoon("the bar", [&] { return columns().size() > 8; }));
        const int present = *columns().rbegin();
        const auto cell = m_screen->seenCell(0, LockModel::State);
        const auto *name = m_screen->text(QString::fromStdString(chosen));
        QVERIFY(name);
        const auto words = m_screen->seen(*name);
        m_server->command({"DEL", chosen});
        QVERIFY(seenSoon("the release in the table", [&] { return m_screen->seenCell(0, LockModel::State) != cell; }));
        QVERIFY(seenSoon("in the details", [&] {
            return !name->isVisible() || (name->font().strikeOut() && m_screen->seen(*name) != words); // it goes after three seconds
        }));
        QVERIFY(seenSoon("in the timeline", [&] { return columns().empty() || *columns().rbegin() < present - 3; }));
    }

private:
    std::unique_ptr<test::RedisServer> m_server;
    std::unique_ptr<WatchedScreen> m_screen;

    static void counts()
    {
        QTest::addColumn<int>("locks");
        for (const int count : {1, 10, 60, 10'000})
            QTest::addRow("%d", count) << count;
    }

    // Leases so short that tenths of a second are shown, and so long that none ends before the test does.
    void watch()
    {
        QFETCH(int, locks);
        m_server = std::make_unique<test::RedisServer>();
        std::vector<test::Command> commands;
        for (int i = 0; i < locks; ++i) {
            const auto name = QString::asprintf("lock:%05d", i).toStdString();
            commands.push_back({"HSET", name, i == 0 ? WatchedScreen::owner : stranger, "1"});
            commands.push_back({"PEXPIRE", name, std::to_string(90'000 + i % 9'000)});
        }
        m_server->pipeline(commands);
        m_screen = std::make_unique<WatchedScreen>(m_server->endpoint());
        const auto &window = m_screen->window();
        QVERIFY(seenSoon("all locks in order", [&] {
            return m_screen->isLive() && window.rows()->rowCount() == locks && !window.rows()->outOfOrder()
                   && m_screen->timeline()->isVisible();
        }));
    }

    void choose()
    {
        auto *table = m_screen->table();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(m_screen->window().rowOf({0, chosen})).center());
        QVERIFY(seenSoon("the details", [&] { return m_screen->text(QString::fromLatin1(WatchedScreen::owner)) != nullptr; }));
        QCOMPARE(m_screen->window().currentId().key, chosen);
    }

    std::set<int> columns() const { return m_screen->timelineColumns(WatchedScreen::owner); }

    // A window that has just come up may still change its size: what was in sight both times counts.
    static bool allDiffer(const std::vector<QImage> &before, const std::vector<QImage> &now)
    {
        for (std::size_t row = 0; row < std::min(before.size(), now.size()); ++row) {
            if (now[row] == before[row])
                return false;
        }
        return !now.empty();
    }

    static int pieces(const std::set<int> &columns)
    {
        int count = columns.empty() ? 0 : 1;
        for (auto next = std::next(columns.begin(), columns.empty() ? 0 : 1); next != columns.end(); ++next)
            count += *next != *std::prev(next) + 1 ? 1 : 0;
        return count;
    }
};

LOCKSCOPE_TEST(LiveScreenTest)
#include "tst_live_screen.moc"
