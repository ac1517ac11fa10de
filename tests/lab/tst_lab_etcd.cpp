// SPDX-License-Identifier: MIT
// Stories on etcd, with a real library.
#include "lab/store_run.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "support/installed.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestLabEtcd final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void stories_areJudgedByTheWorkersWay_data();
    void stories_areJudgedByTheWorkersWay();
    void missingProof_isNamed();
    void restart_givesTheLeaseItsWholeTimeAgain();
    void operator_isNamed();
    void wipedServer_hasForgotten();
    void missingProgram_isNamed();
    void whatCannotBePlayed_isRefused();
    void killedLockscope_leavesNothing();
};

namespace {

Scenario storyOnEtcd(const std::string &name)
{
    auto story = readScenario(":/store_scenarios/" + name + ".json");
    return fittedTo(Store::Etcd, story ? *story : builtIn(name)).scenario;
}

RunOptions etcdWorker(std::vector<std::string> words = {})
{
    RunOptions options;
    options.command = {systemPython.toStdString(), PROJECT_FOLDER "/resources/workers/etcd_worker.py"};
    options.command.insert(options.command.end(), words.begin(), words.end());
    return options;
}

// Two tests read this run.
const History &releasedOnEtcd()
{
    static const auto history = playedHistory(storyOnEtcd("etcd-force-release"), etcdWorker());
    return history;
}

std::string allOf(const std::vector<Verdict> &verdicts)
{
    std::string text;
    for (const auto &verdict : verdicts)
        text += toString(verdict) + '\n';
    return text;
}

// From the death of A to the lock of B.
Microseconds timeToFree(const History &history)
{
    const HistoryIndex index(history);
    std::uint64_t died = 0;
    for (std::uint64_t number = index.begin; number < index.size() && died == 0; ++number) {
        if (index.as<entry::Died>(number))
            died = number;
    }
    for (const auto &attempt : index.attempts) {
        if (died != 0 && attempt.granted && attempt.answered > died)
            return index.at(attempt.answered) - index.at(died);
    }
    return Microseconds(-1);
}

} // namespace

void TestLabEtcd::initTestCase()
{
    if (!isInstalled("etcd"))
        QSKIP("etcd is not installed (Debian: etcd-server)");
    if (!hasPythonModule("etcd3"))
        QSKIP("python-etcd3 is not installed (Debian: python3-etcd3)");
}

void TestLabEtcd::stories_areJudgedByTheWorkersWay_data()
{
    QTest::addColumn<QString>("story");
    QTest::addColumn<QString>("way");
    QTest::addColumn<Property>("property");
    QTest::addColumn<Outcome>("outcome");
    const auto row = [](const char *story, const char *way, Property property, Outcome outcome) {
        QTest::addRow("%s %s", story, way) << QString::fromUtf8(story) << QString::fromUtf8(way) << property << outcome;
    };
    row("etcd-waiter-whose-lease-ended", "believes=recipe", Property::MutualExclusion, Outcome::Violated);
    row("etcd-waiter-whose-lease-ended", "believes=key", Property::MutualExclusion, Outcome::Held);
    row("chubby-style-fencing", "believes=recipe", Property::Resource, Outcome::Held);
    row("etcd-holder-without-fencing", "believes=recipe", Property::Resource, Outcome::Violated);
    row("etcd-cut-off-holder", "believes=recipe", Property::Resource, Outcome::Violated);
    row("pause-without-fencing", "lock=etcd3", Property::Resource, Outcome::Violated);
    row("pause-with-fencing", "lock=mutex", Property::Resource, Outcome::Held);
    row("fast-clock-dies", "lock=etcd3", Property::NoImmortalLock, Outcome::Held);
    row("slow-clock-inside", "believes=key", Property::MutualExclusion, Outcome::Held);
}

void TestLabEtcd::stories_areJudgedByTheWorkersWay()
{
    QFETCH(const QString, story);
    QFETCH(const QString, way);
    QFETCH(const Property, property);
    QFETCH(const Outcome, outcome);
    const auto verdicts = judge(playedHistory(storyOnEtcd(story.toStdString()), etcdWorker({way.toStdString()})));
    QVERIFY2(verdictOn(verdicts, property).outcome == outcome, allOf(verdicts).c_str());
}

void TestLabEtcd::missingProof_isNamed()
{
    const auto &history = releasedOnEtcd();
    QVERIFY(!history.header.record);
    const auto verdicts = judge(history);
    const auto &ownership = verdictOn(verdicts, Property::Ownership);
    QVERIFY(ownership.outcome == Outcome::NotExercised);
    QVERIFY2(ownership.sentence.find("etcd's watch names no author of a change") != std::string::npos, ownership.sentence.c_str());
}

void TestLabEtcd::restart_givesTheLeaseItsWholeTimeAgain()
{
    const auto usual = timeToFree(playedHistory(storyOnEtcd("etcd-lease-without-restart"), etcdWorker()));
    const auto longer = timeToFree(playedHistory(storyOnEtcd("etcd-restart-longer-lease"), etcdWorker()));
    QVERIFY2(usual > Microseconds(0) && longer > Microseconds(0), "B did not get the lock");
    QVERIFY2(longer > usual + std::chrono::seconds(1), std::to_string(longer.count() - usual.count()).c_str()); // two, by the story
}

void TestLabEtcd::operator_isNamed()
{
    const auto verdicts = judge(releasedOnEtcd());
    const auto &verdict = verdictOn(verdicts, Property::MutualExclusion);
    QVERIFY2(verdict.outcome == Outcome::Violated && verdict.pitfall == "R12", allOf(verdicts).c_str());
}

void TestLabEtcd::wipedServer_hasForgotten()
{
    const auto kept = judge(playedHistory(storyOnEtcd("store-restart"), etcdWorker()));
    QVERIFY2(verdictOn(kept, Property::MutualExclusion).outcome == Outcome::Held, allOf(kept).c_str());
    auto scenario = storyOnEtcd("store-restart");
    scenario.script.front().action = Action::WipeServer;
    const auto wiped = judge(playedHistory(scenario, etcdWorker()));
    QVERIFY2(verdictOn(wiped, Property::MutualExclusion).outcome == Outcome::Violated, allOf(wiped).c_str());
}

void TestLabEtcd::missingProgram_isNamed()
{
    auto options = etcdWorker();
    options.server = "etcd-that-is-not-there";
    const auto played = playedRun(storyOnEtcd("chubby-style-fencing"), options);
    QVERIFY(!played.ok());
    QCOMPARE(played.error().kind, ErrorKind::Transport);
    QCOMPARE(played.error().text, std::string("the program etcd-that-is-not-there is not installed: install the Debian package "
                                              "etcd-server (as root, type: apt install etcd-server)"));
}

void TestLabEtcd::whatCannotBePlayed_isRefused()
{
    const auto aimed = playedRun(storyOnEtcd("compare-and-delete"), etcdWorker());
    QVERIFY(!aimed.ok());
    QCOMPARE(sentenceOf(aimed),
             std::string("this scenario cannot be played on etcd: a gate cannot aim at one of etcd's requests, which are "
                         "opaque (gRPC): hold request, of \"free\""));
    const auto recorded = playedRun(storyOnEtcd("plain-del-after-expiry"), etcdWorker());
    QVERIFY(!recorded.ok());
    QVERIFY2(sentenceOf(recorded).ends_with("and there is none: A's key expired"), sentenceOf(recorded).c_str());
}

void TestLabEtcd::killedLockscope_leavesNothing()
{
    QCOMPARE(leftByKilledLab({u"--store"_s, u"etcd"_s, u"pause-without-fencing"_s}, u"etcd"_s, etcdWorker()), QString());
}

LOCKSCOPE_TEST(TestLabEtcd)
#include "tst_lab_etcd.moc"
