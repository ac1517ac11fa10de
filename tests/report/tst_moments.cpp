// SPDX-License-Identifier: MIT
// Moments of a run, from short stories, and against a replay of whole histories that looks up nothing. In the stories the lease is 300 ms.
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/judge_story.h"
#include "support/lock_model.h"
#include "support/naive_moment.h"
#include "support/quorum_model.h"
#include "support/test_program.h"

#include "lockcore/report/moments.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

namespace {

RunMoment momentAt(const History &history, double milliseconds)
{
    return Moments(history, lanesOf(history, {})).at(Microseconds(static_cast<std::int64_t>(milliseconds * 1000)));
}

std::string workerAt(const History &history, double milliseconds, std::size_t worker = 0)
{
    return toString(momentAt(history, milliseconds).workers.at(worker));
}

std::string lockAt(const History &history, double milliseconds) { return toString(momentAt(history, milliseconds).locks.at(0)); }

History plainDel()
{
    for (auto &story : judgeStories()) {
        if (story.name == "plain DEL after expiry")
            return story.history;
    }
    return {};
}

// At the times of the history and between them.
Microseconds anyTime(const History &history, const Lanes &lanes, std::mt19937_64 &random)
{
    const auto &entry = history.entries[random() % history.entries.size()];
    const auto length = static_cast<std::uint64_t>((lanes.end - lanes.begin).count());
    const auto any = random() % 2 == 0 ? entry.at : lanes.begin + Microseconds(static_cast<std::int64_t>(random() % (length + 1)));
    return std::clamp(any, lanes.begin, lanes.end);
}

// Of two owners in one worker, one may hold the lock while the other believes that it does.
bool hasOwners(const History &history)
{
    return std::ranges::any_of(history.entries, [](const HistoryEntry &entry) {
        const auto *const sent = std::get_if<entry::Sent>(&entry.what);
        return sent && !sent->owner.empty();
    });
}

void compareWithReplay(const History &history, std::mt19937_64 &random, int times)
{
    const auto lanes = lanesOf(history, {});
    const Moments moments(history, lanes);
    for (int i = 0; i < times; ++i) {
        const auto time = anyTime(history, lanes, random);
        auto moment = moments.at(time);
        const auto naive = naiveMoment(history, lanes, time);
        for (std::size_t worker = 0; worker < moment.workers.size(); ++worker) {
            auto &one = moment.workers[worker];
            QVERIFY2(one.believes || !one.contradicted, "no contradiction without a belief");
            QVERIFY2(!one.contradicted || !naive.workers.at(worker).holds || hasOwners(history), "what it made is there");
            QVERIFY2(one.holds || !naive.workers.at(worker).holds || hasOwners(history), "what it made is there, and counts");
            one.contradicted = false; // the judge's own knowledge decides: what another made for it may count, too
            one.holds = naive.workers.at(worker).holds;
        }
        if (!hasOwners(history)) // the replay knows no owners
            QCOMPARE(moment, naive);
    }
}

} // namespace

class TestMoments final : public QObject
{
    Q_OBJECT

private slots:
    void plainDel_bHoldsInRedis_whileABelieves();
    void belief_withoutRecord_isNotContradicted();
    void worker_isShownWithCommandPlaceAndNetwork();
    void warmUpPlace_isForgotten();
    void reentry_isCounted();
    void restart_isAnEmptyIncarnation();
    void stock_countsDoubleSales();
    void lease_fallsAndIsRenewed();
    void majority_isNeededToHold();
    void end_showsTheFinalState();
    void outsideTheLanes_isLikeTheirEnds();
    void history_withoutEntries_hasAMoment();
    void anyMoment_matchesNaiveReplay();
    void anyMomentOfManyServers_matchesNaiveReplay();
    void longHistory_isLookedUpFast();
};

void TestMoments::plainDel_bHoldsInRedis_whileABelieves()
{
    const auto history = plainDel();
    QCOMPARE(workerAt(history, 15), "A: working, believes 1 stock, holds, SET");
    QCOMPARE(lockAt(history, 15), "stock/0: A 295 ms");
    QCOMPARE(workerAt(history, 350), "A: working, believes 1 stock, contradicted, SET");
    QCOMPARE(workerAt(history, 350, 1), "B: working, believes 1 stock, holds, SET");
    QCOMPARE(lockAt(history, 350), "stock/0: B 270 ms");
    QCOMPARE(workerAt(history, 405), "A: idle stock, DEL");
    QCOMPARE(workerAt(history, 405, 1), "B: working, believes 1 stock, contradicted, SET");
    QCOMPARE(lockAt(history, 405), "stock/0:");
    QCOMPARE(lockAt(history, 410), "stock/0: C 300 ms");
}

void TestMoments::belief_withoutRecord_isNotContradicted()
{
    for (const bool record : {true, false}) {
        auto story = begun();
        story.header.record = record;
        story.at(10).acquire("A").turn("A", "SET").ok("A").at(30).acquire("B");
        QCOMPARE(workerAt(story.end(), 20),
                 record ? "A: holding, believes 1 stock, contradicted, SET" : "A: holding, believes 1 stock, SET");
    }
}

void TestMoments::worker_isShownWithCommandPlaceAndNetwork()
{
    auto story = begun();
    story.at(10).add(entry::Located{{"A", 1}, "lock.py", 7}).acquire("A").takes("A");
    story.at(20).add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::HoldReply});
    story.at(30).add(entry::NetworkFaulted{{"A", 1}, entry::NetworkFault::Healed}).ok("A");
    story.at(40).add(entry::Located{{"A", 1}, "lock.py", 9}).pauses("A").at(50).acquire("B");
    const auto history = story.end();
    QCOMPARE(workerAt(history, 9), "A: idle");
    QCOMPARE(workerAt(history, 15), "A: waiting stock, holds, SET, lock.py:7");
    QCOMPARE(workerAt(history, 25), "A: waiting stock, holds, SET, lock.py:7, hold-reply");
    QCOMPARE(workerAt(history, 35), "A: holding, believes 1 stock, holds, SET, lock.py:7");
    QCOMPARE(workerAt(history, 45), "A: paused, believes 1 stock, holds, SET, lock.py:9");
}

// During the warm-up it was at the lock's last line, and would be highlighted there before it has done anything.
void TestMoments::warmUpPlace_isForgotten()
{
    lockcore::test::HistoryBuilder story{Milliseconds(300)};
    story.worker("A").worker("B").at(1).add(entry::Located{{"A", 1}, "lock.py", 26}).at(5).add(entry::Begun{});
    story.at(10).acquire("A").at(20).add(entry::Located{{"A", 1}, "lock.py", 7}).at(30).takes("A");
    const auto history = story.end();
    QCOMPARE(workerAt(history, 15), "A: waiting stock");
    QCOMPARE(workerAt(history, 25), "A: waiting stock, lock.py:7");
}

void TestMoments::reentry_isCounted()
{
    auto story = begun();
    entry::Received failed;
    failed.answer = entry::Answer::Error;
    story.at(10).gets("A").at(20).acquire("A").ok("A").at(30).release("A").at(40).answer("A", failed).at(50).release("A").ok("A");
    story.at(60).release("A").at(70).acquire("B");
    const auto history = story.end();
    const std::vector<std::pair<double, std::int64_t>> counts = {{15, 1}, {25, 2}, {35, 1}, {45, 2}, {55, 1}, {65, 0}};
    for (const auto &[at, count] : counts)
        QCOMPARE(momentAt(history, at).workers[0].count, count);
}

void TestMoments::restart_isAnEmptyIncarnation()
{
    auto story = begun();
    story.at(10).gets("A").add(entry::Located{{"A", 1}, "lock.py", 7}).at(20).dies("A").at(40).worker("A#2").at(60).acquire("A#2");
    const auto history = story.end();
    QCOMPARE(workerAt(history, 15), "A: holding, believes 1 stock, holds, SET, lock.py:7");
    QCOMPARE(workerAt(history, 30), "A: dead stock, holds, SET, lock.py:7");
    QCOMPARE(workerAt(history, 50), "A#2: idle");
    QCOMPARE(lockAt(history, 50), "stock/0: A 260 ms");
    QCOMPARE(workerAt(history, 60), "A#2: waiting stock");
}

void TestMoments::stock_countsDoubleSales()
{
    auto story = begun();
    story.header.stock = 3;
    story.at(10).enter("A").read("A", 0, 3).at(20).enter("B").read("B", 0, 3).at(30).write("A", 0, 2, 1).at(40).write("B", 0, 2, 2);
    story.at(50).acquire("A");
    const auto history = story.end();
    const auto text = [&](double at) {
        const auto moment = momentAt(history, at);
        return std::to_string(moment.version.value_or(-1)) + ' ' + std::to_string(moment.stock.value_or(-1)) + ' '
               + std::to_string(moment.sold);
    };
    QCOMPARE(text(7), "-1 3 0");
    QCOMPARE(text(25), "0 3 0");
    QCOMPARE(text(35), "1 2 1");
    QCOMPARE(text(45), "2 2 2"); // one is left too many
    QVERIFY(!momentAt(plainDel(), 400).stock);
}

void TestMoments::lease_fallsAndIsRenewed()
{
    auto story = begun();
    story.at(10).gets("A").at(200).renews("A").at(300).acquire("B");
    const auto history = story.end();
    QCOMPARE(lockAt(history, 10), "stock/0: A 300 ms");
    QCOMPARE(lockAt(history, 199.9), "stock/0: A 110 ms");
    QCOMPARE(lockAt(history, 200), "stock/0: A 300 ms");
    auto endless = begun();
    endless.at(10).turn("A", "SETNX").key(entry::KeyEvent::Created, "A").at(20).acquire("B");
    QCOMPARE(lockAt(endless.end(), 15), "stock/0: A");
}

void TestMoments::majority_isNeededToHold()
{
    auto story = begun();
    story.header.servers = 3;
    story.header.quorum = 2;
    story.at(10).acquire("A").on(0).takes("A").at(20).on(1).takes("A").ok("A").at(30).expires("A").at(40).acquire("B");
    const auto history = story.end();
    QCOMPARE(workerAt(history, 15), "A: waiting stock, SET");
    QCOMPARE(workerAt(history, 25), "A: holding, believes 1 stock, holds, SET");
    QCOMPARE(workerAt(history, 35), "A: holding, believes 1 stock, contradicted, SET");
    QCOMPARE(momentAt(history, 35).locks.size(), std::size_t(2));
}

void TestMoments::end_showsTheFinalState()
{
    auto story = begun();
    story.at(10).gets("A").at(20).gets("B").at(30).release("A");
    const auto history = story.end();
    QCOMPARE(workerAt(history, 30), "A: idle stock, holds, SET");
    QCOMPARE(workerAt(history, 30, 1), "B: holding, believes 1 stock, holds, SET");
    QCOMPARE(lockAt(history, 30), "stock/0: A B 290 ms");
}

void TestMoments::outsideTheLanes_isLikeTheirEnds()
{
    const auto history = plainDel();
    const auto lanes = lanesOf(history, {});
    const Moments moments(history, lanes);
    QCOMPARE(moments.at(-5s), moments.at(lanes.begin));
    QCOMPARE(moments.at(1000s), moments.at(lanes.end));
}

void TestMoments::history_withoutEntries_hasAMoment() { QCOMPARE(momentAt({}, 3), RunMoment()); }

void TestMoments::anyMoment_matchesNaiveReplay()
{
    std::mt19937_64 random(12);
    for (std::uint64_t seed = 1; seed <= 150 && !QTest::currentTestFailed(); ++seed) {
        compareWithReplay(runModel(randomPlan(seed), seed).history, random, 12);
        if (QTest::currentTestFailed())
            qWarning("of the plan %s", toString(randomPlan(seed)).c_str());
    }
}

void TestMoments::anyMomentOfManyServers_matchesNaiveReplay()
{
    std::mt19937_64 random(13);
    for (std::uint64_t seed = 1; seed <= 50 && !QTest::currentTestFailed(); ++seed)
        compareWithReplay(runQuorumModel(randomQuorumPlan(seed), seed).history, random, 12);
}

void TestMoments::longHistory_isLookedUpFast()
{
    HistoryBuilder story;
    for (int worker = 0; worker < 50; ++worker)
        story.worker("w" + std::to_string(worker));
    story.at(5).add(entry::Begun{});
    for (int round = 0; story.last() < 100'000; ++round) {
        const auto name = "w" + std::to_string(round % 50);
        story.at(10 + round).acquire(name).takes(name).ok(name).enter(name).read(name, round, 5).write(name, round, 4, round + 1);
        story.exit(name).givesBack(name);
    }
    const auto history = story.end();
    QElapsedTimer timer;
    timer.start();
    const auto lanes = lanesOf(history, {});
    const auto ofLanes = timer.restart();
    const Moments moments(history, lanes);
    const auto built = timer.restart();
    std::mt19937_64 random(14);
    constexpr int times = 2000;
    for (int i = 0; i < times; ++i)
        QCOMPARE(moments.at(anyTime(history, lanes, random)).workers.size(), std::size_t(50));
    const auto each = static_cast<double>(timer.nsecsElapsed()) / 1e6 / times;
    qInfo("%zu entries: lanes %lld ms, index %lld ms, %zu KB, at() %.3f ms", history.entries.size(), ofLanes, built, moments.bytes() / 1024,
          each);
    QVERIFY2(each < 5, "it reads the whole history for each moment"); // far above what it takes: a loaded machine is no failure
}

LOCKSCOPE_TEST(TestMoments)

#include "tst_moments.moc"
