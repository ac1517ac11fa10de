// SPDX-License-Identifier: MIT
// Stories on memcached, with a real library.
#include "lab/store_run.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/search/sweep_finding.h"
#include "lockcore/lab/search/sweep_scenario.h"
#include "support/installed.h"
#include "support/test_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestLabMemcached final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void releaseAfterExpiry_isJudgedByItsWay_data();
    void releaseAfterExpiry_isJudgedByItsWay();
    void oneSecond_isShorterThanAsked_data();
    void oneSecond_isShorterThanAsked();
    void casAfterRestart_isNoFencingToken();
    void operator_isNamed_data();
    void operator_isNamed();
    void missingProgram_isNamed();
    void whatCannotBePlayed_isRefused();
    void sweep_findsWhoDeletesAnothersLock_data();
    void sweep_findsWhoDeletesAnothersLock();
    void hunt_playsOnIt();
    void killedLockscope_leavesNothing();
};

namespace {

Scenario storeStory(const std::string &name) { return readScenario(":/store_scenarios/" + name + ".json").value(); }

RunOptions pymemcache(std::vector<std::string> words = {})
{
    RunOptions options;
    options.command = {systemPython.toStdString(), PROJECT_FOLDER "/resources/workers/pymemcache_worker.py"};
    options.command.insert(options.command.end(), words.begin(), words.end());
    return options;
}

} // namespace

void TestLabMemcached::initTestCase()
{
    if (!isInstalled("memcached"))
        QSKIP("memcached is not installed (Debian: memcached)");
    if (!hasPythonModule("pymemcache"))
        QSKIP("pymemcache is not installed (Debian: python3-pymemcache)");
}

void TestLabMemcached::releaseAfterExpiry_isJudgedByItsWay_data()
{
    QTest::addColumn<QString>("free");
    QTest::addColumn<Outcome>("ownership");
    QTest::newRow("delete") << u"free=delete"_s << Outcome::Violated;
    QTest::newRow("cas") << u"free=cas"_s << Outcome::Held;
}

void TestLabMemcached::releaseAfterExpiry_isJudgedByItsWay()
{
    QFETCH(const QString, free);
    QFETCH(const Outcome, ownership);
    const auto scenario = fittedTo(Store::Memcached, builtIn("plain-del-after-expiry")).scenario;
    const auto history = playedHistory(scenario, pymemcache({free.toStdString()}));
    QVERIFY(history.header.record);
    const auto verdicts = judge(history);
    const auto &verdict = verdictOn(verdicts, Property::Ownership);
    QVERIFY2(verdict.outcome == ownership, toString(verdict).c_str());
    const auto text = toString(history);
    QVERIFY2(text.find("ADD") != std::string::npos && text.find("STORED") != std::string::npos, text.c_str());
}

void TestLabMemcached::oneSecond_isShorterThanAsked_data()
{
    QTest::addColumn<QString>("seconds");
    QTest::addColumn<Outcome>("exclusion");
    QTest::newRow("as asked") << u"seconds=asked"_s << Outcome::Violated;
    QTest::newRow("one more") << u"seconds=one-more"_s << Outcome::Held;
}

void TestLabMemcached::oneSecond_isShorterThanAsked()
{
    QFETCH(const QString, seconds);
    QFETCH(const Outcome, exclusion);
    const auto verdicts = judge(playedHistory(storeStory("memcached-one-second"), pymemcache({seconds.toStdString()})));
    const auto &verdict = verdictOn(verdicts, Property::MutualExclusion);
    QVERIFY2(verdict.outcome == exclusion, toString(verdict).c_str());
}

void TestLabMemcached::casAfterRestart_isNoFencingToken()
{
    const auto verdicts = judge(playedHistory(storeStory("memcached-restart-cas"), pymemcache()));
    const auto &verdict = verdictOn(verdicts, Property::TokenOrder);
    QVERIFY2(verdict.outcome == Outcome::Violated, toString(verdict).c_str());
}

void TestLabMemcached::operator_isNamed_data()
{
    QTest::addColumn<QString>("story");
    QTest::addColumn<QString>("pitfall");
    QTest::newRow("force release") << u"force-release"_s << u"R12"_s;
    QTest::newRow("flush") << u"flush"_s << u"D12"_s;
}

void TestLabMemcached::operator_isNamed()
{
    QFETCH(const QString, story);
    QFETCH(const QString, pitfall);
    const auto scenario = fittedTo(Store::Memcached, builtIn(story.toStdString())).scenario;
    const auto verdicts = judge(playedHistory(scenario, pymemcache()));
    const auto named = [&](const Verdict &verdict) { return verdict.pitfall == pitfall.toStdString(); };
    std::string all;
    for (const auto &verdict : verdicts)
        all += toString(verdict) + '\n';
    QVERIFY2(std::ranges::any_of(verdicts, named), all.c_str());
}

void TestLabMemcached::missingProgram_isNamed()
{
    auto options = pymemcache();
    options.server = "memcached-that-is-not-there";
    const auto played = playedRun(storeStory("memcached-restart-cas"), options);
    QVERIFY(!played.ok());
    QCOMPARE(played.error().kind, ErrorKind::Transport);
    QCOMPARE(played.error().text, std::string("the program memcached-that-is-not-there is not installed: install the Debian package "
                                              "memcached (as root, type: apt install memcached)"));
}

void TestLabMemcached::whatCannotBePlayed_isRefused()
{
    const auto flushed = playedRun(fittedTo(Store::Memcached, builtIn("scripts-flushed")).scenario, pymemcache());
    QVERIFY(!flushed.ok());
    QVERIFY2(sentenceOf(flushed).starts_with("this scenario cannot be played on memcached: "), sentenceOf(flushed).c_str());
    const auto withoutCommand = playedRun(fittedTo(Store::Memcached, builtIn("token-after-expiry")).scenario);
    QVERIFY(!withoutCommand.ok());
    QVERIFY2(sentenceOf(withoutCommand).find("give the command of one that speaks to memcached") != std::string::npos,
             sentenceOf(withoutCommand).c_str());
}

void TestLabMemcached::sweep_findsWhoDeletesAnothersLock_data()
{
    QTest::addColumn<QString>("way");
    QTest::addColumn<bool>("isBad");
    QTest::newRow("deletes") << u"free=delete"_s << true;
    QTest::newRow("compares") << u"free=cas"_s << false;
}

// One cell of the table: A is paused before the command that frees the lock.
void TestLabMemcached::sweep_findsWhoDeletesAnothersLock()
{
    QFETCH(const QString, way);
    QFETCH(const bool, isBad);
    const auto subject = onStore({}, Store::Memcached);
    const auto options = pymemcache({way.toStdString()});
    const auto learned = dryRunOf(playedHistory(dryRunScenario(subject, SweepPart::GivenLease), options), sweepVictim);
    const auto cells = sweepCells({.given = learned});
    const auto isAsked = [](const SweepCell &cell) {
        return cell.place.command.phase == Phase::Release && !cell.place.after && cell.fault == SweepFault::Pause;
    };
    const auto cell = std::ranges::find_if(cells, isAsked);
    QVERIFY(cell != cells.end());
    const auto history = playedHistory(sweepScenario(subject, *cell), options);
    const auto finding = sweepFinding(*cell, history, judge(history));
    QCOMPARE(finding.tone == SweepFinding::Tone::Bad, isBad);
    QVERIFY(finding.access == SweepFinding::Access::After && finding.freed == SweepFinding::Freed::Lease);
}

void TestLabMemcached::hunt_playsOnIt()
{
    const QTemporaryDir runs;
    QStringList words{u"lab"_s, u"--runs"_s, runs.path(), u"--seed"_s, u"5"_s, u"--store"_s, u"memcached"_s, u"--hunt"_s, u"1s"_s};
    for (const auto &word : pymemcache().command)
        words << QString::fromStdString(word);
    LockscopeProcess process(words);
    QVERIFY(process.waitEnd());
    const auto out = QString::fromUtf8(process.out());
    QVERIFY2(out.contains(u"memcached 1."_s) && out.contains(u"leases of 1000 ms"_s), qPrintable(out));
}

void TestLabMemcached::killedLockscope_leavesNothing()
{
    QCOMPARE(leftByKilledLab({u"--store"_s, u"memcached"_s, u"token-after-expiry"_s}, u"memcached"_s, pymemcache()), QString());
}

LOCKSCOPE_TEST(TestLabMemcached)
#include "tst_lab_memcached.moc"
