// SPDX-License-Identifier: MIT
// The lanes of a timeline as text, from short stories. In the stories the lease is 300 ms.
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/report/entry_sentence.h"
#include "lockcore/report/lanes.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::test;

namespace {

std::string lane(const History &history, const std::string &worker)
{
    for (const auto &lane : lanesOf(history, {}).workers) {
        if (lane.worker == worker)
            return toString(lane);
    }
    return {};
}

std::string lockLane(const History &history) { return toString(lanesOf(history, {}).locks.at(0)); }

} // namespace

class TestLanes final : public QObject
{
    Q_OBJECT

private slots:
    void worker_showsWaitingHoldingAndWork();
    void severalLocks_haveTheirLanes();
    void ownersOfOneProcess_haveLanesOfTheirOwn();
    void deadWorker_staysDeadUntilNextIncarnation();
    void pause_hidesWhatItInterrupts();
    void stalls_areShown_ifTheyArePlannedOrLong();
    void lock_showsMakerAndEndOfAHolding();
    void placesInAQueue_areBehindTheHolding();
    void unknownLock_isTheKeyNamedByTheWorker();
    void readersLock_hasOneRowPerReader();
    void resource_showsConcurrentWorkers();
    void marks_areTheEventsOfTheVerdicts_atTheirLanes();
    void faults_areAtTheirLanes();
    void warmUp_isNotShown();
    void history_withoutEntries_hasNoLanes();
    void spans_neverOverlap();
};

void TestLanes::worker_showsWaitingHoldingAndWork()
{
    auto story = begun();
    story.at(10).acquire("A").at(20).takes("A").at(30).ok("A").at(40).enter("A").at(50).exit("A").at(60).release("A").frees("A").ok("A");
    QCOMPARE(lane(story.end(), "A"), "A: 10-30 waiting, 30-40 holding holds, 40-50 working holds inside, 50-60 holding holds; SET@20*; "
                                     "EVALSHA@60*");
}

// While it holds one lock, it waits for another: that is what it does now.
void TestLanes::severalLocks_haveTheirLanes()
{
    auto story = begun();
    story.header.locks = {"stock", "ledger"};
    story.at(10).gets("A").request("A", entry::Request::Work);
    std::get<entry::Sent>(story.lastEntry()->what).steps = {entry::Step::Enter}; // it stays inside when this is done
    story.enter("A").ok("A").at(15).of("ledger").gets("B").enter("B").at(20).acquire("A").at(60).no("A");
    story.of("stock").at(70).exit("A").at(80).givesBack("A").of("ledger").at(90).exit("B").at(95).givesBack("B");
    const auto lanes = lanesOf(story.end(), {});
    QCOMPARE(toString(lanes.workers[0]),
             std::string("A: 10-20 working holds inside, 20-60 waiting holds inside, 60-70 working holds inside, "
                         "70-80 holding holds; SET@10*; EVALSHA@80*"));
    QCOMPARE(lanes.locks.size(), std::size_t(2));
    QCOMPARE(toString(lanes.locks[0]), std::string("ledger/0: 15-95 B released"));
    QCOMPARE(toString(lanes.locks[1]), std::string("stock/0: 10-80 A released"));
    QCOMPARE(lanes.resources.size(), std::size_t(2));
    QCOMPARE(toString(lanes.resources[0]), std::string("ledger: 15-90 B"));
    QCOMPARE(toString(lanes.resources[1]), std::string("stock: 10-70 A"));
}

// A pause is the process's. A command is the owner's that waits for an answer, if it is the only one.
void TestLanes::ownersOfOneProcess_haveLanesOfTheirOwn()
{
    auto story = begun();
    story.at(10).acquire("A/A").takes("A/A").at(20).ok("A/A").enter("A/A").at(30).acquire("A/A2").at(40).turn("A", "SET").no("A/A2");
    story.at(50).pauses("A").at(60).resumes("A").at(70).exit("A/A").release("A/A").frees("A/A").at(80).ok("A/A");
    story.at(90).gets("A/A2").at(95).enter("A/A2").at(100).exit("A/A2");
    const auto history = story.end();
    QCOMPARE(lane(history, "A"),
             "A: 10-20 waiting, 20-50 working holds inside, 50-60 paused holds inside, 60-70 working holds inside; SET@10*; "
             "EVALSHA@70*");
    QCOMPARE(lane(history, "A/A2"), "A/A2: 30-40 waiting, 50-60 paused, 90-95 holding holds, 95-100 working holds inside; SET@40; SET@90*");
    QCOMPARE(toString(lanesOf(history, {}).resources.at(0)), "stock: 20-70 A, 95-100 A/A2");
    const auto entered = std::ranges::find_if(history.entries, [](const HistoryEntry &entry) {
        const auto *const call = std::get_if<entry::Accessed>(&entry.what);
        return call && call->owner == "A2";
    });
    QCOMPARE(toString(*workerIn(*entered)), std::string("A/A2")); // the lists of events name the same
}

void TestLanes::deadWorker_staysDeadUntilNextIncarnation()
{
    auto story = begun();
    story.at(10).gets("A").at(20).dies("A").at(40).worker("A#2").at(50).acquire("A#2").at(60).no("A#2");
    QCOMPARE(lane(story.end(), "A"), "A: 10-20 holding holds, 20-40 dead, 50-60 waiting; SET@10*");
    auto polite = begun();
    polite.at(10).acquire("B").at(20).no("B").at(30).dies("A", entry::Death::Bye);
    QCOMPARE(lane(polite.end(), "A"), "A: "); // it has ended, and is not dead
}

void TestLanes::pause_hidesWhatItInterrupts()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").at(20).pauses("A").at(50).resumes("A").at(60).exit("A");
    QCOMPARE(lane(story.end(), "A"), "A: 10-20 working holds inside, 20-50 paused holds inside, 50-60 working holds inside; SET@10*");
    auto killed = begun();
    killed.at(10).gets("A").at(20).pauses("A").at(30).dies("A").at(40).acquire("B");
    QCOMPARE(lane(killed.end(), "A"), "A: 10-20 holding holds, 20-30 paused holds, 30-40 dead; SET@10*");
}

void TestLanes::stalls_areShown_ifTheyArePlannedOrLong()
{
    auto story = begun();
    story.at(10).gets("A").at(20).request("A", entry::Request::Stall, Milliseconds(15)).at(40);
    story.add(entry::Stalled{entry::Place::Worker, {"B", 1}, 0, Microseconds(10'000), Microseconds(25'000)});
    story.add(entry::Stalled{entry::Place::Worker, {"B", 1}, 0, Microseconds(38'000), Microseconds(2'000)}).at(50).release("A");
    const auto history = story.end();
    QCOMPARE(lane(history, "A"), "A: 10-20 holding holds, 20-35 stalled holds, 35-50 holding holds; SET@10*");
    QCOMPARE(lane(history, "B"), "B: 15-40 stalled");
}

void TestLanes::lock_showsMakerAndEndOfAHolding()
{
    auto story = begun();
    story.at(10).gets("A").at(20).givesBack("A").at(30).gets("B").at(40).renews("B").at(50).removes("A", "B");
    story.at(60).gets("A").at(360).expires("A").at(370).gets("B").at(380).operatorFrees("B").at(390).gets("A");
    story.at(400).serverFault(entry::ServerFault::Flushed).key(entry::KeyEvent::Flushed, "A").at(410).gets("B").at(420).acquire("A");
    QCOMPARE(lockLane(story.end()), "stock/0: 10-20 A released, 30-50 B removed by A renewed@40, 60-360 A expired, 370-380 B operator, "
                                    "390-400 A server, 410-420 B to the end");
}

void TestLanes::placesInAQueue_areBehindTheHolding()
{
    auto story = begun();
    const auto place = [&](const char *who, entry::Role role, entry::KeyEvent event) {
        story.turn(who, "CREATE").key(event, who, {}, true, role);
    };
    using enum entry::KeyEvent;
    story.at(10).acquire("A");
    place("A", entry::Role::Holding, Created);
    story.ok("A").at(20).acquire("B");
    place("B", entry::Role::Other, Created);
    story.at(30).release("A");
    place("A", entry::Role::Holding, Removed);
    place("B", entry::Role::Other, Removed);
    place("B", entry::Role::Holding, Created);
    auto history = story.ok("A").ok("B").at(40).end();
    history.header.store = "ZooKeeper";
    for (auto &entry : history.entries) {
        if (auto *const change = std::get_if<entry::KeyChanged>(&entry.what)) {
            change->session = "0x2a";
            change->key = "queue"; // all places are in one
        }
    }
    const auto lanes = lanesOf(history, {});
    QCOMPARE(lanes.store, std::string("ZooKeeper"));
    const auto &spans = lanes.locks.at(0).spans;
    QCOMPARE(spans.size(), std::size_t(2));
    QCOMPARE(spans[0].session, std::string("0x2a"));
    QCOMPARE(spans[0].behind, (std::vector<Incarnation>{{"B", 1}}));
    QVERIFY(spans[1].behind.empty());
}

void TestLanes::unknownLock_isTheKeyNamedByTheWorker()
{
    const auto story = [](std::optional<Bytes> key) {
        auto story = begun();
        entry::Received ok;
        ok.key = std::move(key);
        story.at(10).acquire("A").turn("A", "EVALSHA").key(entry::KeyEvent::Created, "x", Milliseconds(300), true, entry::Role::Unknown);
        return story.answer("A", ok).at(20).acquire("B").end();
    };
    QCOMPARE(lockLane(story("lock:stock")), "stock/0: 10-20 A to the end");
    QCOMPARE(lane(story("lock:stock"), "A"), "A: 10-20 holding holds; EVALSHA@10*");
    QVERIFY(lanesOf(story(std::nullopt), {}).locks.empty());
}

void TestLanes::readersLock_hasOneRowPerReader()
{
    auto story = begun();
    story.at(10).gets("A").at(20).gets("B").at(30).givesBack("A").at(40).turn("C", "HSET").key(entry::KeyEvent::Created, "C").at(50);
    story.acquire("A");
    const auto lock = lanesOf(story.end(), {}).locks.at(0);
    QCOMPARE(toString(lock), "stock/0: 10-30 A released, 20-50 B to the end row 1, 40-50 C to the end");
    QCOMPARE(lock.rows, 2u);
}

void TestLanes::resource_showsConcurrentWorkers()
{
    auto story = begun();
    story.at(10).enter("A").at(20).enter("B").at(25).write("B", 0, 1, 1).at(30).exit("A").at(40).exit("B").at(50).acquire("A");
    QCOMPARE(toString(lanesOf(story.end(), {}).resources.at(0)), "stock: 10-30 A, 20-40 B row 1; 20-30 A+B; B@25 v1");
}

void TestLanes::marks_areTheEventsOfTheVerdicts_atTheirLanes()
{
    auto story = begun();
    story.at(10).gets("A").enter("A").acquire("B").at(98).removes("B", "A").takes("B").ok("B").enter("B");
    const auto history = story.end();
    const auto verdicts = judge(history);
    const auto lanes = lanesOf(history, verdicts);
    std::set<std::uint64_t> expected;
    for (const auto &verdict : verdicts) {
        if (verdict.outcome != Outcome::Held)
            expected.insert(verdict.events.begin(), verdict.events.end());
    }
    QVERIFY(!expected.empty());
    QCOMPARE(lanes.marks.size(), expected.size());
    for (const auto &mark : lanes.marks) {
        QVERIFY(expected.contains(mark.number));
        const auto &what = history.entries[mark.number - 1].what;
        QCOMPARE(mark.place == LanePlace::Lock, std::holds_alternative<entry::KeyChanged>(what));
        QCOMPARE(mark.place == LanePlace::Resource, std::holds_alternative<entry::Accessed>(what));
        QCOMPARE(mark.outcome, Outcome::Violated);
    }
}

void TestLanes::faults_areAtTheirLanes()
{
    auto story = begun();
    story.at(10).gets("A").add(entry::NetworkFaulted{{"B", 1}, entry::NetworkFault::HoldReply});
    story.at(20).serverFault(entry::ServerFault::RestartedWithData).operatorFrees("A").at(30).acquire("B");
    const auto text = toString(lanesOf(story.end(), {}));
    QVERIFY2(text.ends_with("\n!10 worker 1 a held reply of B\n!11 lock 0 a restart of the server\n!12 lock 0 the operator"), text.c_str());
}

void TestLanes::warmUp_isNotShown()
{
    HistoryBuilder story;
    story.worker("A")
        .at(1)
        .gets("A")
        .givesBack("A")
        .at(5)
        .add(entry::Begun{})
        .at(10)
        .acquire("A")
        .at(12)
        .no("A")
        .at(90)
        .dies("A", entry::Death::Bye);
    const auto lanes = lanesOf(story.end(), {});
    QCOMPARE(toString(lanes), "5-12\nA: 10-12 waiting");
}

void TestLanes::history_withoutEntries_hasNoLanes()
{
    QCOMPARE(lanesOf(History(), {}), Lanes());
    HistoryBuilder story;
    QCOMPARE(lanesOf(story.end(), {}).workers.size(), 0u);
}

// Even for nonsense: the spans of a worker are ascending and lie within the run.
void TestLanes::spans_neverOverlap()
{
    std::mt19937 random(20'260'101);
    const auto one = [&](int most) { return std::uniform_int_distribution(1, most)(random); };
    for (int i = 0; i < 100; ++i) {
        auto story = begun();
        double now = 6;
        for (int step = 0; step < 60; ++step) {
            story.at(now += one(5) - 1);
            const std::string who = one(2) == 1 ? "A" : "B";
            switch (one(12)) {
            case 1: story.acquire(who); break;
            case 2: story.ok(who); break;
            case 3: story.no(who); break;
            case 4: story.release(who); break;
            case 5: story.enter(who); break;
            case 6: story.exit(who); break;
            case 7: story.pauses(who); break;
            case 8: story.resumes(who); break;
            case 9: story.takes(who); break;
            case 10: story.removes(who, one(2) == 1 ? "A" : "B"); break;
            case 11: story.request(who, entry::Request::Stall, Milliseconds(one(20))); break;
            case 12: one(5) == 1 ? story.dies(who) : story.expires(who); break;
            }
        }
        const auto history = one(2) == 1 ? story.end() : story.unfinished();
        const auto lanes = lanesOf(history, judge(history));
        for (const auto &lane : lanes.workers) {
            auto until = lanes.begin;
            for (const auto &span : lane.spans) {
                QVERIFY2(until <= span.begin && span.begin < span.end && span.end <= lanes.end, toString(lanes).c_str());
                until = span.end;
            }
        }
        for (const auto &mark : lanes.marks)
            QVERIFY(mark.place != LanePlace::Worker || mark.lane < lanes.workers.size());
    }
}

LOCKSCOPE_TEST(TestLanes)
#include "tst_lanes.moc"
