// SPDX-License-Identifier: MIT
// What happens to looks that arrive. No server.
#include "support/test_program.h"

#include "lockcore/monitor/watch/intake.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Feed::Delivery deliveryOf(int number, ServerTime at, bool held)
{
    Feed::Delivery delivery;
    delivery.look.id = {0, "lock:" + std::to_string(number)};
    delivery.look.at = at;
    delivery.verdict.deliver = true;
    if (held) {
        delivery.look.value = {ValueType::String, "0123456789abcdef0123456789abcdef", 32, {}};
        delivery.look.deadline = at + 30s;
    }
    return delivery;
}

const Bytes permit = "0123456789abcdef";

// A RPermitExpirableSemaphore of four permits.
KeySnapshot semaphoreAt(ServerTime at, const std::optional<Bytes> &taken)
{
    KeySnapshot look;
    look.id = {0, "pool"};
    look.at = at;
    look.value = {ValueType::String, taken ? "3" : "4", 1, {}};
    auto &permits = look.companions["{pool}:timeout"];
    if (taken)
        permits = {ValueType::Zset, {}, 1, {{*taken, "1700000060000"}}};
    return look;
}

Feed::Delivery heardOf(KeySnapshot look)
{
    Feed::Delivery delivery;
    delivery.look = std::move(look);
    delivery.verdict.deliver = delivery.verdict.heard.any = true;
    return delivery;
}

struct IntakeBench
{
    const Classifier classifier;
    MonitorStore store{std::make_unique<LockTable>(classifier), 100, [] {}};
    WatchList watchList;
    ServerClock serverClock;
    EventLoop loop;
    ManualClock clock;
    LargeNames large;
    DeniedNames denied{large};
    EarlyReleaseHistory handOvers;
    const MonitorOptions options;
    ClusterSlots clusterSlots;
    const SessionParts parts{0, options, classifier, store, watchList, serverClock, clock, denied, handOvers, clusterSlots};
    FeedLinks links{Endpoint(), 1s, loop, clock};
    Feed feed{links, classifier, watchList, denied, serverClock, loop, clock};
    Intake intake{parts, feed};
};

} // namespace

class IntakeTest : public QObject
{
    Q_OBJECT

private slots:
    // Between two ticks that forget names, a busy server may use a hundred thousand.
    void namesUsedOnce_areForgottenContinuously()
    {
        constexpr int used = 15'000;
        IntakeBench bench;
        const ServerTime start{1'700'000'000s};
        std::size_t most = 0;
        for (int number = 0; number < used; ++number) {
            bench.intake.looked({deliveryOf(number, start, true)});
            bench.intake.looked({deliveryOf(number, start + 1ms, false)});
            most = std::max(most, bench.store.table().freeNames());
        }
        QVERIFY(bench.store.table().takeGone().size() == std::size_t(used));
        QVERIFY2(most >= WatchList::mostGone && most <= WatchList::mostGone * 5 / 4, std::to_string(most).c_str());
        QVERIFY(bench.store.table().freeNames() < WatchList::mostGone * 5 / 4);
    }

    // Otherwise a server that uses names faster than they can be read would fill the memory.
    void finders_waitUntilMostLocksWereRead()
    {
        IntakeBench bench;
        for (std::size_t number = 0; number <= Intake::mostNewborn; ++number) {
            LookRequest request;
            request.id = {0, "lock:" + std::to_string(number)};
            bench.watchList.add(std::move(request));
        }
        bool hasRoom = false;
        const auto wait = [](Intake &intake, bool &done) -> Task<void> {
            co_await intake.whenRoom();
            done = true;
        };
        Scope scope(bench.loop);
        scope.start(wait(bench.intake, hasRoom));
        const auto goOn = [&] {
            bench.clock.advance(1s);
            bench.loop.runAll();
        };
        goOn();
        QVERIFY(!hasRoom);
        bench.watchList.drop("lock:0");
        goOn();
        QVERIFY(hasRoom);
    }

    // The age of a lock from a sweep is unknown. A lock whose name was heard is new.
    void sweepAfterNewRights_reportsSeen()
    {
        IntakeBench bench;
        bench.store.state.everLive = true;
        bench.denied.denied("lock:1");
        const ServerTime start{1'700'000'000s};
        const auto toldOf = [&](int number, Intake::By by) {
            auto delivery = deliveryOf(number, start, true);
            LookRequest request;
            request.id = delivery.look.id;
            std::vector<Sighting> sightings;
            sightings.push_back({std::move(delivery.look), std::move(request), {}});
            bench.intake.found(std::move(sightings), by);
            return bench.store.take(bench.serverClock, Moment(1s)).events.front();
        };
        const auto seen = toldOf(1, Intake::By::Sweep);
        QVERIFY(seen.type == EventType::Seen);
        QVERIFY2(seen.why.starts_with("it may have been there before"), seen.why.c_str());
        QVERIFY(toldOf(2, Intake::By::Name).type == EventType::Acquired);
    }

    // The counter of a semaphore stays while nobody has a permit. If new names are not heard, only a followed semaphore shows its next
    // holder.
    void freeSemaphore_staysFollowedWhileItsKeyExists()
    {
        IntakeBench bench;
        bench.store.state.everLive = true;
        const ServerTime start{1'700'000'000s};
        std::vector<Sighting> sightings(1);
        sightings.front().look = semaphoreAt(start, permit);
        sightings.front().request.id = {0, "pool"};
        sightings.front().request.type = ValueType::String;
        sightings.front().request.companions["{pool}:timeout"] = ValueType::Zset;
        bench.intake.found(std::move(sightings), Intake::By::Name);
        bench.store.take(bench.serverClock, Moment(1s));
        for (const auto later : {1s, 2s, 3s}) { // at the later times it was read again without a change
            bench.intake.looked({heardOf(semaphoreAt(start + later, {}))});
            QVERIFY(bench.watchList.contains("pool"));
            bench.intake.forgetFreeNames();
        }
        bench.intake.looked({heardOf(semaphoreAt(start + 4s, "fedcba9876543210"))});
        const auto events = bench.store.take(bench.serverClock, Moment(5s)).events;
        QCOMPARE(events.size(), std::size_t(2));
        QVERIFY2(events.front().type == EventType::Ended, toString(events.front()).c_str());
        QVERIFY2(events.back().type == EventType::Acquired, toString(events.back()).c_str());
        auto other = semaphoreAt(start + 5s, {});
        other.value = {ValueType::Hash, {}, 1, {{"name", "x"}}};
        bench.intake.looked({heardOf(std::move(other))});
        QVERIFY(!bench.watchList.contains("pool"));
    }

    // While some names are not heard, other owners may have had a lock, so the owner that is heard next need not be its first.
    void nameHeardAfterMissedOnes_mayBeOld()
    {
        IntakeBench bench;
        bench.store.state.everLive = true;
        const ServerTime start{1'700'000'000s};
        const auto isCoalesced = [&](int number) {
            std::vector<Sighting> sightings(1);
            sightings.front().look = deliveryOf(number, start, true).look;
            sightings.front().request.id = sightings.front().look.id;
            bench.intake.found(std::move(sightings), Intake::By::Name);
            const auto events = bench.store.take(bench.serverClock, Moment(1s)).events;
            return events.size() == 1 && events.front().type == EventType::Acquired && events.front().coalesced;
        };
        QVERIFY(!isCoalesced(1));
        bench.store.sweepBegins();
        bench.store.missedNames();
        QVERIFY(isCoalesced(2));
        bench.store.sweepCompleted(start); // this sweep may have passed the name earlier
        QVERIFY(isCoalesced(3));
        bench.store.sweepBegins();
        bench.store.sweepCompleted(start);
        QVERIFY(!isCoalesced(4));
    }

    // The signal key exists for a second after a release. A client that takes the lock later writes a token there, and no counter follows.
    void lockWithoutItsFormerCompanion_isHeld()
    {
        IntakeBench bench;
        bench.store.state.everLive = true;
        const ServerTime start{1'700'000'000s};
        const auto lockAt = [&](Duration later, bool held, bool signal) {
            KeySnapshot look;
            look.id = {0, "lock:report"};
            look.at = start + std::chrono::duration_cast<Microseconds>(later);
            if (held) {
                look.value = {ValueType::String, "aZTX8Mop5HmWBHwcOTJek90X", 24, {}};
                look.deadline = look.at + 30s;
            }
            auto &list = look.companions["lock-signal:report"];
            if (signal)
                list = {ValueType::List, {}, 1, {{"1", ""}}};
            return look;
        };
        std::vector<Sighting> sightings(1);
        sightings.front().look = lockAt(0s, true, true);
        sightings.front().request.id = {0, "lock:report"};
        sightings.front().request.type = ValueType::String;
        sightings.front().request.companions["lock-signal:report"] = ValueType::List;
        bench.intake.found(std::move(sightings), Intake::By::Name);
        bench.store.take(bench.serverClock, Moment(1s));
        bench.intake.looked({heardOf(lockAt(1s, false, true))});
        bench.intake.looked({heardOf(lockAt(3s, true, false))});
        const auto events = bench.store.take(bench.serverClock, Moment(5s)).events;
        QCOMPARE(events.size(), std::size_t(2));
        QVERIFY2(events.front().type == EventType::Ended, toString(events.front()).c_str());
        QVERIFY2(events.back().type == EventType::Acquired, toString(events.back()).c_str());
    }

    // The times of the messages are from the clock before the change.
    void changedServerClock_shiftsEarlierTimes()
    {
        IntakeBench bench;
        bench.store.state.everLive = true;
        const ServerTime start{1'700'000'000s};
        const Moment here{1000s};
        bench.serverClock.observe(start, here, here + 1ms);
        auto staying = deliveryOf(2, start, true);
        staying.look.deadline = start + 100s;
        bench.intake.looked({deliveryOf(1, start, true), staying});
        bench.store.take(bench.serverClock, here);

        bench.serverClock.observe(start + 34s, here + 4s, here + 4s + 1ms); // 30 s too late
        auto gone = deliveryOf(1, start + 34s, false);
        gone.verdict.heard.first = start + 4s;
        gone.verdict.heard.any = true;
        staying.look.at = start + 34s;
        bench.intake.looked({gone, staying});
        const auto change = bench.store.take(bench.serverClock, here + 4s);
        QCOMPARE(change.events.size(), std::size_t(1));
        QVERIFY2(change.events.front().type == EventType::Expired, toString(change.events.front()).c_str());
        const auto *lock = bench.store.table().find({0, "lock:2"});
        QCOMPARE(heldFor(*lock, start + 34s), Milliseconds(4s));
        QVERIFY(!lock->heldSinceObserved); // or this machine slept
        QCOMPARE(*lock->deadline, start + 100s);

        bench.serverClock.observe(start + 5s, here + 5s, here + 5s + 1ms); // and back
        staying.look.at = start + 5s;
        bench.intake.looked({staying});
        QCOMPARE(heldFor(*bench.store.table().find({0, "lock:2"}), start + 5s), Milliseconds(5s));
    }
};

LOCKSCOPE_TEST(IntakeTest)
#include "tst_intake.moc"
