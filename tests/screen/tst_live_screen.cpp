// SPDX-License-Identifier: MIT
// A server on which only the test changes anything: what is visible moves nevertheless, and each change reaches the screen. The times are
// printed, never judged: bench_live measures them.
#include "screen/quiet_locks.h"
#include "support/test_program.h"

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

// After how many milliseconds it is visible. If it never is, a picture of the screen is saved.
std::optional<qint64> seenAfter(const std::function<bool()> &condition)
{
    QElapsedTimer timer;
    timer.start();
    if (test::eventually(condition, std::chrono::minutes(2)))
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
    void cleanup() { m_locks.reset(); }

    void quietData_visibleLeasesMove_data()
    {
        counts();
        QTest::newRow("10000") << 10'000; // only here: without optimising, ten thousand rows take long to find their order
    }
    void quietData_visibleLeasesMove()
    {
        watch();
        QElapsedTimer watched;
        watched.start();
        qint64 slowest = 0;
        while (watched.elapsed() < 3'000) { // a window that has just appeared also paints for other reasons
            const auto moved = seenAfter(m_locks->everyLeaseMoved());
            QVERIFY(moved);
            slowest = std::max(slowest, *moved);
        }
        qInfo("every lease in sight moves within %lld ms", static_cast<long long>(slowest));
    }

    void quietData_leaseInDetailsMoves_data() { counts(); }
    void quietData_leaseInDetailsMoves()
    {
        watch();
        choose();
        for (int time = 0; time < 3; ++time)
            QVERIFY(seenSoon("the details", m_locks->detailsMoved()));
    }

    void quietData_timelineBarGrows_data() { counts(); }
    void quietData_timelineBarGrows()
    {
        watch();
        choose();
        for (int time = 0; time < 3; ++time)
            QVERIFY(seenSoon("the bar's growth", m_locks->barGrown()));
    }

    void renewal_isSeen_data() { counts(); }
    void renewal_isSeen()
    {
        watch();
        choose();
        for (const auto &[where, seen] : m_locks->renew())
            QVERIFY(seenSoon(where, seen));
    }

    void newOwner_isSeen_data() { counts(); }
    void newOwner_isSeen()
    {
        watch();
        choose();
        for (const auto &[where, seen] : m_locks->changeOwner())
            QVERIFY(seenSoon(where, seen));
    }

    void release_isSeen_data() { counts(); }
    void release_isSeen()
    {
        watch();
        choose();
        for (const auto &[where, seen] : m_locks->release())
            QVERIFY(seenSoon(where, seen));
    }

    void ended_staysInSightUntilItIsAcquiredAgain()
    {
        watch(10);
        choose();
        for (const auto &[where, seen] : m_locks->release())
            QVERIFY(seenSoon(where, seen));
        QTest::qWait(4'500); // longer than an ended lock lingers
        const auto &screen = m_locks->screen();
        QVERIFY(screen.text(u"lock:00000"_s));
        QVERIFY(screen.text(u"ended · 9f3a1c52"_s)); // its last owner, in its history
        QCOMPARE(screen.window().currentId().key, std::string("lock:00000"));
        m_locks->acquireAgain();
        QVERIFY(seenSoon("its new holder", [&] { return screen.text(u"77777777-1111"_s) && screen.text(u"acquired · 77777777"_s); }));
    }

    // What is on the screen stays the same to the last pixel, while leases run and the lock changes hands.
    void frozen_isAPictureOfOneMoment()
    {
        watch(60);
        choose();
        const auto &screen = m_locks->screen();
        const auto picture = [&] {
            return std::pair(screen.seen(*screen.table()->viewport()), screen.seen(*screen.timeline()->viewport()));
        };
        screen.window().press(Qt::Key_Space);
        QTest::qWait(500); // until the key has been painted
        const auto before = picture();
        const auto sights = m_locks->changeOwner();
        QTest::qWait(1'500);
        QVERIFY(picture() == before);
        screen.window().press(Qt::Key_Space);
        for (const auto &[where, seen] : sights)
            QVERIFY(seenSoon(where, seen));
    }

private:
    std::unique_ptr<QuietLocks> m_locks;

    static void counts()
    {
        QTest::addColumn<int>("locks");
        for (const int count : {1, 10, 60})
            QTest::addRow("%d", count) << count;
    }

    void watch()
    {
        QFETCH(int, locks);
        watch(locks);
    }

    void watch(int locks)
    {
        m_locks = std::make_unique<QuietLocks>(locks);
        QVERIFY(seenSoon("all locks in order", m_locks->shown()));
    }

    void choose()
    {
        m_locks->choose();
        QVERIFY(seenSoon("its bar", m_locks->barShown()));
    }
};

LOCKSCOPE_TEST(LiveScreenTest)
#include "tst_live_screen.moc"
