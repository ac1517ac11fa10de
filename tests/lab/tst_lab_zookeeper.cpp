// SPDX-License-Identifier: MIT
// Stories on ZooKeeper, with real libraries.
#include "lab/store_run.h"
#include "lockcore/lab/context/applicability.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "support/test_program.h"
#include "support/zookeeper_installed.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class TestLabZookeeper final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void stories_areJudged_data();
    void stories_areJudged();
    void builtInStories_areJudged_data();
    void builtInStories_areJudged();
    void forceRelease_namesTransactionAndSession();
    void watchdog_isNotExercised();
    void herd_needsMoreCommandsThanAQueue();
    void endOfALeaseWhileItsHolderWorks_doesNotApply();
    void missingProgram_isNamed();
    void whatCannotBePlayed_isRefused();
    void killedLockscope_leavesNothing();
};

namespace {

Scenario zookeeperStory(const std::string &name)
{
    const auto own = readScenario(":/store_scenarios/" + name + ".json");
    return own.ok() ? *own : fittedTo(Store::Zookeeper, builtIn(name)).scenario;
}

RunOptions kazoo(const QString &words = {})
{
    RunOptions options;
    options.command = {systemPython.toStdString(), PROJECT_FOLDER "/resources/workers/kazoo_worker.py"};
    for (const auto &word : words.split(u' ', Qt::SkipEmptyParts))
        options.command.push_back(word.toStdString());
    return options;
}

// Plays it again if the machine stood still, which the run says.
LabRun::Played playedOnZookeeper(const Scenario &scenario, const RunOptions &options)
{
    for (int plays = 1;; ++plays) {
        auto played = playedRun(scenario, options);
        if (!played)
            qFatal("%s", played.error().text.c_str());
        constexpr int mostPlays = 3;
        if (played->unmet.empty() || plays == mostPlays)
            return *std::move(played);
    }
}

// Two tests read this run.
const History &releasedOnZookeeper()
{
    static const auto history = playedOnZookeeper(zookeeperStory("force-release"), kazoo()).history;
    return history;
}

std::string verdictsText(const std::vector<Verdict> &verdicts)
{
    std::string all;
    for (const auto &verdict : verdicts)
        all += toString(verdict) + '\n';
    return all;
}

void verify(const QString &story, const QString &words, Property property, Outcome outcome, const QString &pitfall)
{
    const auto verdicts = judge(playedOnZookeeper(zookeeperStory(story.toStdString()), kazoo(words)).history);
    const auto &verdict = verdictOn(verdicts, property);
    QVERIFY2(verdict.outcome == outcome, verdictsText(verdicts).c_str());
    if (!pitfall.isEmpty())
        QCOMPARE(verdict.pitfall, pitfall.toStdString());
}

void addColumns()
{
    QTest::addColumn<QString>("story");
    QTest::addColumn<QString>("words");
    QTest::addColumn<Property>("property");
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<QString>("pitfall");
}

} // namespace

void TestLabZookeeper::initTestCase()
{
    if (const auto missing = whatZookeeperLacks(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    if (!hasPythonModule("kazoo"))
        QSKIP("kazoo is not installed (Debian: python3-kazoo)");
}

void TestLabZookeeper::stories_areJudged_data()
{
    addColumns();
    const auto believes = u"kazoo-believes-after-its-session"_s, sequence = u"zookeeper-sequence-is-no-fence"_s;
    QTest::newRow("believes, ignores") << believes << u"suspended=ignore"_s << Property::Resource << Outcome::Violated << u"D15"_s;
    QTest::newRow("believes, heeds") << believes << u"suspended=heed"_s << Property::Resource << Outcome::Held << QString();
    QTest::newRow("sequence") << sequence << u"token=sequence after=tidy"_s << Property::TokenOrder << Outcome::Violated << QString();
    QTest::newRow("czxid") << sequence << u"token=czxid after=tidy"_s << Property::TokenOrder << Outcome::Held << QString();
    QTest::newRow("restart") << u"session-survives-restart"_s << u"suspended=ignore"_s << Property::Ownership << Outcome::Held << QString();
}

void TestLabZookeeper::stories_areJudged()
{
    QFETCH(const QString, story);
    QFETCH(const QString, words);
    QFETCH(const Property, property);
    QFETCH(const Outcome, outcome);
    QFETCH(const QString, pitfall);
    verify(story, words, property, outcome, pitfall);
}

void TestLabZookeeper::builtInStories_areJudged_data()
{
    addColumns();
    const auto ignores = u"suspended=ignore"_s;
    QTest::newRow("pause") << u"pause-without-fencing"_s << ignores << Property::Resource << Outcome::Violated << u"D15"_s;
    QTest::newRow("pause, fenced") << u"pause-with-fencing"_s << ignores << Property::Resource << Outcome::Held << QString();
    QTest::newRow("crash") << u"crash-after-set-px"_s << ignores << Property::NoImmortalLock << Outcome::Held << QString();
}

void TestLabZookeeper::builtInStories_areJudged()
{
    QFETCH(const QString, story);
    QFETCH(const QString, words);
    QFETCH(const Property, property);
    QFETCH(const Outcome, outcome);
    QFETCH(const QString, pitfall);
    verify(story, words, property, outcome, pitfall);
}

void TestLabZookeeper::forceRelease_namesTransactionAndSession()
{
    const auto &history = releasedOnZookeeper();
    const auto verdicts = judge(history);
    QCOMPARE(verdictOn(verdicts, Property::MutualExclusion).pitfall, std::string("R12"));
    const auto isOperators = [&](const HistoryEntry &entry) {
        const auto *const change = std::get_if<entry::KeyChanged>(&entry.what);
        return change && history.as<entry::Operated>(change->cause) && change->event == entry::KeyEvent::Removed;
    };
    const auto removed = std::ranges::find_if(history.entries, isOperators);
    QVERIFY2(removed != history.entries.end(), toString(history).c_str());
    const auto &change = std::get<entry::KeyChanged>(removed->what);
    QVERIFY(change.zxid > 0 && change.session.starts_with("0x"));
    const auto &operated = *history.as<entry::Operated>(change.cause);
    QVERIFY2(operated.text.starts_with("DELETE /locks/stock/") && operated.text.find(": zxid 0x") != std::string::npos,
             operated.text.c_str());
}

void TestLabZookeeper::watchdog_isNotExercised()
{
    const auto &history = releasedOnZookeeper();
    const auto verdicts = judge(history);
    QVERIFY(verdictOn(verdicts, Property::Watchdog).outcome == Outcome::NotExercised);
    QCOMPARE(storeOf(history.header), std::string("ZooKeeper"));
    const auto asked = std::ranges::find_if(history.entries, [](const HistoryEntry &entry) {
        const auto *const sent = std::get_if<entry::Sent>(&entry.what);
        return sent && sent->request == entry::Request::Acquire;
    });
    QVERIFY(asked != history.entries.end() && !std::get<entry::Sent>(asked->what).lease); // the session is the lease
}

void TestLabZookeeper::herd_needsMoreCommandsThanAQueue()
{
    const auto commandsOf = [](const QString &words) {
        const auto played = playedOnZookeeper(zookeeperStory("zookeeper-herd-or-queue"), kazoo(words));
        const auto verdicts = judge(played.history);
        if (verdictOn(verdicts, Property::Fairness).outcome != Outcome::Held)
            qFatal("%s", verdictsText(verdicts).c_str());
        return std::ranges::count_if(played.history.entries, [](const HistoryEntry &entry) {
            const auto *const turn = std::get_if<entry::Turn>(&entry.what);
            return turn && turn->command == "GETCHILDREN";
        });
    };
    const auto herd = commandsOf(u"watch=parent"_s), queue = commandsOf(u"watch=predecessor"_s);
    QVERIFY2(herd > queue, QStringLiteral("%1 and %2").arg(herd).arg(queue).toUtf8());
}

void TestLabZookeeper::endOfALeaseWhileItsHolderWorks_doesNotApply()
{
    const auto played = playedRun(zookeeperStory("plain-del-after-expiry"), kazoo());
    QVERIFY2(played.ok(), sentenceOf(played).c_str());
    QVERIFY(!played->unmet.empty());
    const HistoryIndex index(played->history);
    const auto why = whyNotApplicable(zookeeperStory("plain-del-after-expiry"), index, played->unmet);
    QVERIFY(why.has_value());
    QVERIFY2(why->find("session") != std::string::npos, why->c_str());
}

void TestLabZookeeper::missingProgram_isNamed()
{
    auto options = kazoo();
    options.server = "java-that-is-not-there";
    const auto played = playedRun(zookeeperStory("session-survives-restart"), options);
    QVERIFY(!played.ok());
    QCOMPARE(played.error().text, std::string("the program java-that-is-not-there is not installed: install the Debian package "
                                              "default-jre-headless (as root, type: apt install default-jre-headless)"));
}

void TestLabZookeeper::whatCannotBePlayed_isRefused()
{
    const auto flushed = playedRun(zookeeperStory("flush"), kazoo());
    QVERIFY(!flushed.ok());
    QVERIFY2(sentenceOf(flushed).find("ZooKeeper has no command that removes everything") != std::string::npos,
             sentenceOf(flushed).c_str());
    const auto withoutCommand = playedRun(zookeeperStory("token-after-expiry"));
    QVERIFY2(sentenceOf(withoutCommand).find("resources/workers/kazoo_worker.py") != std::string::npos, sentenceOf(withoutCommand).c_str());
}

void TestLabZookeeper::killedLockscope_leavesNothing()
{
    QCOMPARE(leftByKilledLab({u"session-survives-restart"_s}, u"java"_s, kazoo()), QString());
}

LOCKSCOPE_TEST(TestLabZookeeper)
#include "tst_lab_zookeeper.moc"
