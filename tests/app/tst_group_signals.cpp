// SPDX-License-Identifier: MIT
// Which signals the runner passes on: only those that came to the guard alone.
#include "app/command/group_signals.h"
#include "support/test_program.h"

#include <QTest>

using namespace std::chrono_literals;
using lockscope::GroupSignals;

using Numbers = std::vector<int>;

class GroupSignalsTest final : public QObject
{
    Q_OBJECT

private slots:
    void signalToTheGuardAlone_isPassedOnOnce()
    {
        QVERIFY(!m_signals.cameToGuard(SIGTERM, m_now));
        QVERIFY(m_signals.due(m_now).empty()); // the runner may receive it in a moment
        const auto next = m_signals.next();
        QVERIFY(next && *next > m_now && *next < m_now + 1s);
        QCOMPARE(m_signals.due(*next), Numbers{SIGTERM});
        QVERIFY(m_signals.due(*next).empty());
        QVERIFY(!m_signals.next());
    }

    void signalToTheGroup_isNotPassedOn()
    {
        m_signals.cameToRunner(SIGINT, m_now);
        QVERIFY(m_signals.cameToGuard(SIGINT, m_now + 1s)); // a busy guard
        QVERIFY(!m_signals.next());
        QVERIFY(!m_signals.cameToGuard(SIGTERM, m_now));     // this one did not come to the group
        QVERIFY(!m_signals.cameToGuard(SIGINT, m_now + 2s)); // and this is another one
    }

    void toTheGroup_theGuardFirst()
    {
        QVERIFY(!m_signals.cameToGuard(SIGINT, m_now));
        m_signals.cameToRunner(SIGINT, m_now + 1ms);
        QVERIFY(!m_signals.next());
        QVERIFY(m_signals.due(m_now + 1h).empty());
    }

    // As `timeout` does.
    void signalToGuardThenGroup_isNotPassedOn()
    {
        QVERIFY(!m_signals.cameToGuard(SIGTERM, m_now));
        m_signals.cameToRunner(SIGTERM, m_now + 1ms);
        QVERIFY(m_signals.cameToGuard(SIGTERM, m_now + 2ms));
        QVERIFY(m_signals.due(m_now + 1h).empty());
    }

    void init() { m_signals = {}; }

private:
    const GroupSignals::Clock::time_point m_now = GroupSignals::Clock::now();
    GroupSignals m_signals;
};

LOCKSCOPE_TEST(GroupSignalsTest)
#include "tst_group_signals.moc"
