// SPDX-License-Identifier: MIT
// Which findings are proved: changes put together by hand, no server.
#include "support/test_program.h"

#include "lockcore/monitor/trace/trace_findings.h"

#include <QTest>

using namespace lockcore;

class TraceFindingsTest final : public QObject
{
    Q_OBJECT

private slots:
    // Whoever acquired it is not known, and may still give it back. That says nothing about anybody's discipline.
    void lateReleaseOfALockFromBeforeTheTrace_leavesTheRecordClean_data()
    {
        QTest::addColumn<EventType>("end");
        QTest::newRow("it is sure that it expired") << EventType::Expired;
        QTest::newRow("how it ended is not known") << EventType::Ended;
    }

    void lateReleaseOfALockFromBeforeTheTrace_leavesTheRecordClean()
    {
        QFETCH(const EventType, end);
        change(EventType::Seen, "early");
        change(end, "early");
        change(EventType::Acquired, "his", m_victim);
        const auto late = change(EventType::Released, "his", m_late);
        QCOMPARE(late.size(), std::size_t(1));
        QVERIFY(!late.front().proved);

        for (int i = 0; i < TraceFindings::leastPairs; ++i) {
            const auto own = std::to_string(i);
            change(EventType::Acquired, own, m_late);
            QVERIFY(change(EventType::Released, own, m_late).empty());
        }
        change(EventType::Acquired, "last", m_late);
        change(EventType::Expired, "last");
        change(EventType::Acquired, "his again", m_victim);
        const auto found = change(EventType::Released, "his again", m_late);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY2(found.front().proved, found.front().why.empty() ? "" : found.front().why.back().c_str());
    }

    // Once it was given back, a release by one that holds nothing is one.
    void releaseByOneThatHoldsNothing_spoilsTheRecord()
    {
        change(EventType::Seen, "early");
        change(EventType::Released, "early", m_late);
        change(EventType::Acquired, "his", m_victim);
        change(EventType::Released, "his", m_late);

        for (int i = 0; i < TraceFindings::leastPairs; ++i) {
            change(EventType::Acquired, "own", m_late);
            change(EventType::Released, "own", m_late);
        }
        change(EventType::Acquired, "last", m_late);
        change(EventType::Expired, "last");
        change(EventType::Acquired, "his again", m_victim);
        const auto found = change(EventType::Released, "his again", m_late);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(!found.front().proved);
    }

    // A semaphore's client removes the permits that are too old before it takes one. Whose they were does not matter to it.
    void sweepOfOldPermits_isNoFinding_data()
    {
        QTest::addColumn<int>("leftMs"); // -1: not known
        QTest::addColumn<bool>("isFound");
        QTest::newRow("not known whether its lease was over") << -1 << false;
        QTest::newRow("its lease was over") << 0 << false;
        QTest::newRow("its lease was not over") << 5000 << true;
    }

    void sweepOfOldPermits_isNoFinding()
    {
        QFETCH(const int, leftMs);
        QFETCH(const bool, isFound);
        change(EventType::Acquired, "old", m_victim);
        auto sweep = made(EventType::Ended, "old", m_late);
        auto line = std::make_shared<TraceLine>();
        line->words = {"zremrangebyscore", "lock:a", "-inf", "1"};
        sweep.line = std::move(line);
        if (leftMs >= 0)
            sweep.leftBefore = Milliseconds(leftMs);
        QCOMPARE(m_findings->feed(sweep).size(), std::size_t(isFound));
    }

    void init()
    {
        m_findings.emplace([](const TraceActor &) { return true; });
    }

private:
    std::vector<TraceFinding> change(EventType type, const Bytes &owner, const std::optional<TraceActor> &by = {})
    {
        return m_findings->feed(made(type, owner, by));
    }

    AttributedChange made(EventType type, const Bytes &owner, const std::optional<TraceActor> &by)
    {
        AttributedChange change;
        change.event.type = type;
        change.event.id.key = "lock:a";
        change.event.owner = owner;
        change.event.time = ServerTime(Milliseconds(++m_ms));
        change.by = by;
        change.scope = OwnerScope::Acquisition;
        change.certain = by || type != EventType::Ended;
        return change;
    }

    const TraceActor m_late{"127.0.0.41:1"};
    const TraceActor m_victim{"127.0.0.42:1"};
    std::optional<TraceFindings> m_findings;
    int m_ms = 0;
};

LOCKSCOPE_TEST(TraceFindingsTest)
#include "tst_trace_findings.moc"
