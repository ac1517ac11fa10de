// SPDX-License-Identifier: MIT
// Stories on memcached, with a real library.
#include "lab/played_run.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "support/installed.h"
#include "support/lockscope_process.h"
#include "support/processes.h"
#include "support/test_program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

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

// Plays it again if the machine stood still, which the run says.
History playedHistory(const Scenario &scenario, const RunOptions &options)
{
    for (int plays = 1;; ++plays) {
        const auto played = playedRun(scenario, options);
        if (!played)
            qFatal("%s", played.error().text.c_str());
        constexpr int mostPlays = 3;
        if (played->unmet.empty() || plays == mostPlays)
            return played->history;
    }
}

// The processes below this one, and theirs.
std::vector<Process> descendantsOf(qint64 parent)
{
    auto all = childrenOf(parent);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto more = childrenOf(all[i].pid);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
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

void TestLabMemcached::killedLockscope_leavesNothing()
{
    const QTemporaryDir folder;
    qputenv("TMPDIR", folder.path().toLocal8Bit());
    auto command = pymemcache().command;
    QStringList words{u"lab"_s, u"--store"_s, u"memcached"_s, u"--runs"_s, folder.filePath(u"runs"_s), u"token-after-expiry"_s, u"--"_s};
    for (const auto &word : command)
        words << QString::fromStdString(word);
    LockscopeProcess lockscope(words);
    qunsetenv("TMPDIR");
    const auto isThere = [&](const QString &name) {
        const auto all = descendantsOf(lockscope.pid());
        return std::ranges::any_of(all, [&](const Process &process) { return process.words.value(0) == name; });
    };
    const auto privateDirectories = [&] { return QDir(folder.path()).entryList({u"lockscope-*"_s}, QDir::Dirs); };
    QVERIFY(lockscope.waitFor([&] { return isThere(u"memcached"_s) && isThere(systemPython); }));
    QCOMPARE(privateDirectories().size(), qsizetype(1));
    const auto started = descendantsOf(lockscope.pid());
    QVERIFY(started.size() >= 3); // supervisor, server, worker
    lockscope.signal(SIGKILL);
    const auto isGone = [&] { return std::ranges::none_of(started, isAlive) && privateDirectories().isEmpty(); };
    QTRY_VERIFY_WITH_TIMEOUT(isGone(), 10'000); // usually at once: a busy machine is slow
}

LOCKSCOPE_TEST(TestLabMemcached)
#include "tst_lab_memcached.moc"
