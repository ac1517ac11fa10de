// SPDX-License-Identifier: MIT
// What the statistics count, how exact their percentiles are, and that their memory is bounded.
#include "support/test_program.h"

#include "lockcore/monitor/statistics/recent_statistics.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr ServerTime begin{1'700'000'000s};

LockEvent happened(EventType type, Milliseconds at, Bytes owner, Bytes key = "order:7")
{
    LockEvent event;
    event.type = type;
    event.time = begin + at;
    event.id.key = std::move(key);
    event.owner = std::move(owner);
    return event;
}

MonitorChange with(std::vector<LockEvent> events, Milliseconds now)
{
    MonitorChange change;
    change.serverNow = begin + now;
    change.events = std::move(events);
    return change;
}

LockInfo queued(std::vector<Bytes> waiters)
{
    LockInfo lock;
    lock.id.key = "order:7";
    const auto count = static_cast<std::int64_t>(waiters.size());
    lock.waiters = {Waiters::Knowledge::Exact, count, {}, std::move(waiters), {}};
    return lock;
}

} // namespace

class RecentStatisticsTest final : public QObject
{
    Q_OBJECT

private slots:
    void handOvers_areCountedWithTheirRate()
    {
        RecentStatistics recent;
        recent.apply(with({}, 0ms));
        for (int i = 0; i < 300; ++i) { // 30 a second, each held for 20 ms
            const Milliseconds at(i * 33);
            const auto owner = std::to_string(i);
            recent.apply(with({happened(EventType::Acquired, at, owner), happened(EventType::Released, at + 20ms, owner)}, at));
        }
        const auto order = recent.of({0, "order:7"}, begin + 10s);
        QCOMPARE(order.handOvers, 300);
        QCOMPARE(order.handOversPerSecond(), 30.0);
        QCOMPARE(order.over, 10'000ms);
        QCOMPARE(order.expired, 0);
        QCOMPARE(order.holds.count(), 300);
        QVERIFY(isAbout(*order.holds.percentile(0.5), 20ms));
        QVERIFY(isAbout(*order.holds.percentile(0.99), 20ms));
        QVERIFY(!recent.of({0, "other"}, begin + 10s).any());
    }

    void holdings_endByAllThatEnds()
    {
        RecentStatistics recent;
        recent.apply(with({happened(EventType::Acquired, 0ms, "a"), happened(EventType::TakenOver, 3ms, "b"),
                           happened(EventType::Renewed, 5ms, "b"), happened(EventType::Expired, 10ms, "b"),
                           happened(EventType::Seen, 11ms, "c"), happened(EventType::Ended, 19ms, "c"), // its begin was not seen
                           happened(EventType::Acquired, 20ms, "d"), happened(EventType::OutOfSight, 29ms, "d"),
                           happened(EventType::Acquired, 30ms, "e"), happened(EventType::DeletedEarly, 35ms, "")},
                          40ms));
        const auto order = recent.of({0, "order:7"}, begin + 40ms);
        QCOMPARE(order.handOvers, 4);
        QCOMPARE(order.expired, 1);
        QCOMPARE(order.holds.count(), 3);
        QCOMPARE(order.holds.percentile(0.3), 3ms);
        QCOMPARE(order.holds.percentile(0.5), 5ms);
        QCOMPARE(order.holds.percentile(1), 7ms);
    }

    void percentile_isNeverOutsideOfWhatWasSeen()
    {
        DurationCounts counts;
        counts.add(78'345ms);
        QCOMPARE(counts.percentile(0.5), 78'345ms);
    }

    void severalHolders_eachHasItsOwnTime()
    {
        RecentStatistics recent;
        recent.apply(with({happened(EventType::Acquired, 0ms, "a"), happened(EventType::Acquired, 1ms, "b"),
                           happened(EventType::Released, 3ms, "b"), happened(EventType::Released, 9ms, "a")},
                          9ms));
        const auto order = recent.of({0, "order:7"}, begin + 9ms);
        QCOMPARE(order.holds.percentile(0.5), 2ms);
        QCOMPARE(order.holds.percentile(1), 9ms);
    }

    void waits_onlyWhereTheQueueShowsTheirBegin()
    {
        RecentStatistics recent;
        auto first = with({happened(EventType::Seen, 0ms, "a")}, 0ms);
        first.changed = {queued({"early"})}; // it waits since an unknown time
        recent.apply(first);
        auto more = with({}, 100ms);
        more.changed = {queued({"early", "late", "impatient"})};
        recent.apply(more);
        auto next = with({happened(EventType::Released, 300ms, "a"), happened(EventType::Acquired, 300ms, "early")}, 300ms);
        next.changed = {queued({"late"})}; // the impatient one has left
        recent.apply(next);
        auto last = with({happened(EventType::TakenOver, 500ms, "late")}, 500ms);
        last.changed = {queued({})};
        recent.apply(last);
        recent.apply(with({happened(EventType::TakenOver, 600ms, "impatient")}, 600ms)); // from no queue
        const auto order = recent.of({0, "order:7"}, begin + 600ms);
        QCOMPARE(order.waits.count(), 1);
        QVERIFY(isAbout(*order.waits.percentile(0.5), 400ms));
    }

    void kinds_joinTheirLocks()
    {
        RecentStatistics recent;
        recent.apply(with({happened(EventType::Acquired, 0ms, "a", "order:1"), happened(EventType::Acquired, 0ms, "b", "order:2"),
                           happened(EventType::Released, 4ms, "a", "order:1"), happened(EventType::Acquired, 5ms, "c", "cart:x"),
                           happened(EventType::Seen, 5ms, "d", "report")},
                          10ms));
        const auto kinds = recent.byKind(begin + 10ms);
        QCOMPARE(kinds.size(), std::size_t(2));
        QCOMPARE(kinds[0].kind, std::string("order:#"));
        QCOMPARE(kinds[0].statistics.handOvers, 2);
        QCOMPARE(kinds[0].statistics.holds.count(), 1);
        QCOMPARE(kinds[1].kind, std::string("cart:*"));
    }

    void olderThanThePeriod_isForgotten()
    {
        RecentStatistics recent;
        recent.apply(with({happened(EventType::Acquired, 0ms, "a")}, 0ms));
        QCOMPARE(recent.of({0, "order:7"}, begin + 9min).handOvers, 1);
        QCOMPARE(recent.of({0, "order:7"}, begin + 11min).handOvers, 0);
        QVERIFY(recent.byKind(begin + 11min).empty());
        recent.apply(with({happened(EventType::Acquired, 20min, "a")}, 20min)); // in the same place of the ring
        QCOMPARE(recent.of({0, "order:7"}, begin + 20min).handOvers, 1);
        QVERIFY(recent.of({0, "order:7"}, begin + 20min).over <= RecentStatistics::period);
    }

    void onlyWantedEvents_areCounted()
    {
        RecentStatistics recent;
        recent.apply(with({happened(EventType::Acquired, 0ms, "a", "order:1"), happened(EventType::Acquired, 0ms, "b", "cart:1")}, 0ms),
                     [](const LockEvent &event) { return event.id.key.starts_with("cart"); });
        QCOMPARE(recent.byKind(begin + 1s).size(), std::size_t(1));
    }

    void manyNames_memoryStaysBounded()
    {
        RecentStatistics recent;
        for (int i = 0; i < 6'000; ++i)
            recent.apply(with({happened(EventType::Acquired, Milliseconds(i), "a",
                                        "kind" + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i) + "x:lock")},
                              Milliseconds(i)));
        const auto kinds = recent.byKind(begin + 6s);
        QCOMPARE(kinds.size(), RecentStatistics::mostKinds + 1);
        QVERIFY(kinds.front().kind.empty()); // further kinds together
        QCOMPARE(kinds.front().statistics.handOvers, 5'000);
        QVERIFY(!recent.of({0, "kinda0x:lock"}, begin + 6s).any());
        QVERIFY(recent.of({0, "kindt5999x:lock"}, begin + 6s).any());
    }

    void percentiles_areAtMostFivePercentOff()
    {
        for (const std::int64_t base : {0, 7, 10, 11, 95, 1'000, 33'333, 86'400'000}) {
            DurationCounts counts;
            counts.add(Milliseconds(base));
            QVERIFY2(isAbout(*counts.percentile(0.5), Milliseconds(base)), qPrintable(QString::number(base)));
        }
        DurationCounts counts;
        QVERIFY(!counts.percentile(0.5));
        for (int i = 1; i <= 1000; ++i)
            counts.add(Milliseconds(i));
        QVERIFY(isAbout(*counts.percentile(0.5), 500ms));
        QVERIFY(isAbout(*counts.percentile(0.99), 990ms));
    }

private:
    static bool isAbout(Milliseconds found, Milliseconds expected)
    {
        return std::abs(static_cast<double>((found - expected).count())) <= 0.5 + 0.05 * static_cast<double>(expected.count());
    }
};

LOCKSCOPE_TEST(RecentStatisticsTest)
#include "tst_recent_statistics.moc"
