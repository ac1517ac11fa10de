// SPDX-License-Identifier: MIT
// The Lab on a cluster of its own. tst_scenarios plays the stories that are about a cluster.
#include "lab/played_run.h"
#include "support/lockscope_process.h"
#include "support/node_modules.h"
#include "support/processes.h"
#include "support/test_program.h"

#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/scenario/by_hand.h"

#include <QDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t clusterServers = 6;

std::vector<Process> supervisorsOf(const LockscopeProcess &lockscope)
{
    auto children = childrenOf(lockscope.pid());
    std::erase_if(children, [](const Process &child) { return child.words.value(1) != u"supervise"_s; });
    return children;
}

bool sees(const History &history, const std::string &worker, std::string_view reply)
{
    return std::ranges::any_of(history.entries, [&](const HistoryEntry &entry) {
        const auto *const turn = std::get_if<entry::Turn>(&entry.what);
        return turn && turn->who && turn->who->worker == worker && turn->reply.starts_with(reply);
    });
}

} // namespace

class TestLabCluster final : public QObject
{
    Q_OBJECT

private slots:
    void storyOfOneServer_isPlayedOnACluster_data();
    void storyOfOneServer_isPlayedOnACluster();
    void realClient_followsTheSlotThroughItsGates();
    void workerThatKnowsNoClusters_isSkipped();
    void storyThatNeedsOneServer_isRefused_data();
    void storyThatNeedsOneServer_isRefused();
    void command_saysWhatItCannotPlay();
    void locksOfSeveralKeys_getBraces();
    void slotMove_needsACluster();
    void killedLab_leavesNoServerBehind();
};

void TestLabCluster::storyOfOneServer_isPlayedOnACluster_data()
{
    QTest::addColumn<std::string>("name");
    QTest::newRow("two locks, in two slots") << std::string("one-lock-order");
    QTest::newRow("messages wake waiters") << std::string("wake-up");
    QTest::newRow("two keys of one lock") << std::string("force-release-fenced");
}

// Alone on a busy machine a run may stay open; then it is played again.
void TestLabCluster::storyOfOneServer_isPlayedOnACluster()
{
    QFETCH(std::string, name);
    constexpr int mostPlays = 5;
    const auto scenario = onCluster(builtIn(name));
    auto match = Match::Open;
    for (int plays = 0; plays < mostPlays && match == Match::Open; ++plays) {
        const auto played = playedRun(scenario);
        QVERIFY2(played.ok(), sentenceOf(played).c_str());
        QVERIFY(played->history.header.cluster);
        QCOMPARE(played->history.header.servers, 1);
        match = matchOf(scenario, judge(played->history), played->premises);
        QVERIFY2(match != Match::Contradicted, toString(played->history).c_str());
    }
    QVERIFY(match == Match::AsExpected);
}

// redis-py asks for the slots, and follows ASK and MOVED: past its gates, its commands would not be in the history, and hit no fault.
void TestLabCluster::realClient_followsTheSlotThroughItsGates()
{
    if (!hasRedisPy())
        QSKIP("redis-py is not installed (Debian: python3-redis)");
    RunOptions options;
    options.command = {"/usr/bin/python3", PROJECT_FOLDER "/resources/workers/redis_py_worker.py"};
    const auto scenario = builtIn("slot-moves-under-the-lock");
    const auto played = playedRun(scenario, options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(played->skips.empty());
    const auto &history = played->history;
    QVERIFY2(sees(history, "B", "-ASK 3902"), toString(history).c_str());
    QVERIFY2(sees(history, "A", "-MOVED 3902"), toString(history).c_str());
    const auto verdicts = judge(history);
    for (const auto property : {Property::MutualExclusion, Property::Ownership})
        QVERIFY2(verdictOn(verdicts, property).outcome == Outcome::Held, toString(history).c_str());
}

void TestLabCluster::workerThatKnowsNoClusters_isSkipped()
{
    RunOptions options;
    options.command = {"/usr/bin/python3", FLAWED_WORKER, "claims-after-time-out"};
    const auto played = playedRun(onCluster(builtIn("compare-and-delete")), options);
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(std::ranges::find(played->skips, "cluster") != played->skips.end());
    QVERIFY(played->history.entries.empty());
}

void TestLabCluster::storyThatNeedsOneServer_isRefused_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("reason");
    QTest::newRow("several servers") << std::string("redlock-restart-with-data") << std::string("independent");
    QTest::newRow("settings") << std::string("eviction") << std::string("settings");
    QTest::newRow("a search for keys") << std::string("delete-by-prefix") << std::string("searches for keys");
    QTest::newRow("a restart") << std::string("restart-without-persistence") << std::string("two seconds");
}

void TestLabCluster::storyThatNeedsOneServer_isRefused()
{
    QFETCH(std::string, name);
    QFETCH(std::string, reason);
    const auto why = whyNotOnCluster(builtIn(name));
    QVERIFY(why && why->find(reason) != std::string::npos);
    const auto played = playedRun(onCluster(builtIn(name)));
    QVERIFY(!played);
    QCOMPARE(played.error().text, "this scenario cannot be played on a cluster: " + *why);
}

void TestLabCluster::command_saysWhatItCannotPlay()
{
    const auto refused = refusalOf({u"lab"_s, u"--cluster"_s, u"restart-without-persistence"_s});
    QCOMPARE(refused.exitCode, 2);
    QCOMPARE(refused.sentence,
             u"lockscope: Restart-without-persistence cannot be played on a cluster: it restarts its server, and a primary of a cluster "
             "serves nothing in the two seconds after that."_s);
    QCOMPARE(refusalOf({u"lab"_s, u"--cluster"_s, u"--store"_s, u"memcached"_s, u"--suite"_s, u"true"_s}).sentence,
             u"lockscope: --cluster is one of Redis: leave out --store."_s);
    QCOMPARE(refusalOf({u"lab"_s, u"--cluster"_s, u"--list"_s}).sentence, u"lockscope: --cluster belongs to scenarios or to --suite."_s);
    QCOMPARE(refusalOf({u"lab"_s, u"--cluster"_s, u"--url"_s, u"redis://x"_s, u"compare-and-delete"_s}).sentence,
             u"lockscope: --cluster starts a cluster of its own: it takes no --url."_s);
}

void TestLabCluster::locksOfSeveralKeys_getBraces()
{
    const auto fenced = onCluster(builtIn("force-release-fenced"));
    QVERIFY(fenced.cluster);
    QCOMPARE(fenced.locks, std::vector<std::string>{"{stock}"});
    const auto several = onCluster(builtIn("one-lock-order"));
    QCOMPARE(several.locks, builtIn("one-lock-order").locks);
}

void TestLabCluster::slotMove_needsACluster()
{
    auto scenario = builtIn("slot-moves-under-the-lock");
    Fault move;
    move.action = Action::BeginSlotMove;
    QVERIFY(!refusalOf(scenario, move));
    scenario.cluster = false;
    QCOMPARE(refusalOf(scenario, move), std::optional<std::string>("\"begin slot move\" needs a cluster"));
}

void TestLabCluster::killedLab_leavesNoServerBehind()
{
    LockscopeProcess lockscope({u"lab"_s, u"--cluster"_s, u"compare-and-delete"_s});
    QVERIFY(lockscope.waitFor([&] { return supervisorsOf(lockscope).size() == clusterServers; }));
    const auto supervisors = supervisorsOf(lockscope);
    std::vector<Process> servers;
    QVERIFY(lockscope.waitFor([&] {
        servers.clear();
        for (const auto &supervisor : supervisors) {
            for (auto &child : childrenOf(supervisor.pid))
                servers.push_back(std::move(child));
        }
        return servers.size() == clusterServers;
    }));
    ::kill(static_cast<pid_t>(lockscope.pid()), SIGKILL);
    QVERIFY(lockscope.waitEnd());
    for (const auto &process : servers)
        QTRY_VERIFY2(!isAlive(process), qPrintable(process.words.join(u' ')));
    for (const auto &supervisor : supervisors) {
        QTRY_VERIFY(!isAlive(supervisor));
        QVERIFY2(!QDir(supervisor.words.value(2)).exists(), qPrintable(supervisor.words.value(2)));
    }
}

LOCKSCOPE_TEST(TestLabCluster)
#include "tst_lab_cluster.moc"
