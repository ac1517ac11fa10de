// SPDX-License-Identifier: MIT
// Each rule of the worker protocol as short stories with their verdicts: the files of tests/judge/stories.
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/judge_story.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;

class TestJudgeRules final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void story_getsItsVerdicts_data();
    void story_getsItsVerdicts();
    void violation_needsItsProof_data() { story_getsItsVerdicts_data(); }
    void violation_needsItsProof();
    void tokensLostByTheServer_areForInformation();
    void truncatedStory_isInconclusiveOrProved_data() { story_getsItsVerdicts_data(); }
    void truncatedStory_isInconclusiveOrProved();
    void wrongStory_isRefusedWithItsLine_data();
    void wrongStory_isRefusedWithItsLine();
    void gap_isNamedByItsLine();
    void noLease_isNotedAtOnce();
    void sessionsLease_endsOnlyWithItsSession();
    void warmUp_isNotJudged();
    void nonsense_isJudgedSafely();

private:
    const JudgeStory &story() const;

    std::vector<JudgeStory> m_stories;
};

void TestJudgeRules::initTestCase()
{
    try {
        m_stories = judgeStories();
    } catch (const StoryError &wrong) {
        QFAIL(wrong.what());
    }
    QVERIFY(m_stories.size() > 50);
}

void TestJudgeRules::story_getsItsVerdicts_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_stories.size(); ++i)
        QTest::newRow(m_stories[i].name.c_str()) << int(i);
}

const JudgeStory &TestJudgeRules::story() const
{
    QFETCH(int, index);
    return m_stories[std::size_t(index)];
}

void TestJudgeRules::story_getsItsVerdicts()
{
    const auto &told = story();
    const auto verdicts = judge(told.history);
    const auto second = secondJudge(told.history);
    const auto text = toString(second) + '\n' + toString(told.history);
    for (const auto &expected : told.expected) {
        const auto verdict = verdictOn(told.history, expected.property);
        const auto all = toString(verdict) + '\n' + text;
        QVERIFY2(verdict.outcome == expected.outcome && verdict.cause == expected.cause && verdict.pitfall == expected.pitfall,
                 all.c_str());
        QVERIFY2(verdict.sentence.find(expected.sentence) != std::string::npos, all.c_str());
        QVERIFY2((verdict.outcome == Outcome::Violated) <= !verdict.events.empty(), all.c_str());
    }
    for (const auto &[property, opinion] : told.second)
        QVERIFY2((property == Property::TokenOrder ? second.tokenOrder : second.mutualExclusion) == opinion, text.c_str());
    QCOMPARE(QString::fromStdString(disagreement(verdicts, second)), QString());
}

void TestJudgeRules::violation_needsItsProof()
{
    const auto &told = story();
    for (const auto &expected : told.expected) {
        if (expected.outcome != Outcome::Violated && expected.outcome != Outcome::Outlived)
            continue;
        const auto verdict = verdictOn(told.history, expected.property);
        const auto rest = without(told.history, {verdict.events.begin(), verdict.events.end()});
        const auto other = verdictOn(rest, expected.property);
        QVERIFY2(other.outcome != expected.outcome || verdict.more > 0, (toString(other) + '\n' + toString(rest)).c_str());
    }
}

void TestJudgeRules::tokensLostByTheServer_areForInformation()
{
    const auto importanceIn = [this](const char *name) {
        const auto found = std::ranges::find(m_stories, std::string(name), &JudgeStory::name);
        return found == m_stories.end() ? Importance::Must : verdictOn(found->history, Property::TokenOrder).importance;
    };
    QVERIFY(importanceIn("tokens that go back") == Importance::Informative);
    QVERIFY(importanceIn("a token that was drawn before the wait") == Importance::Promised);
}

void TestJudgeRules::truncatedStory_isInconclusiveOrProved()
{
    auto history = story().history;
    const auto whole = judge(history);
    while (!history.entries.empty()) {
        history.entries.pop_back();
        const auto part = judge(history);
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto text = toString(part[i]);
            if (part[i].outcome == Outcome::Violated)
                QVERIFY2(whole[i].outcome == Outcome::Violated && part[i].events.back() <= history.entries.size(), text.c_str());
            else
                QVERIFY2(part[i].outcome == Outcome::Inconclusive || part[i].outcome == Outcome::Skipped, text.c_str());
        }
    }
}

void TestJudgeRules::wrongStory_isRefusedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("no story") << QByteArray("10 A gets") << QByteArray("f:1: a file begins with a story");
    QTest::newRow("no verdict") << QByteArray("story x\n10 A gets\n") << QByteArray("f:2: the story \"x\" expects nothing");
    QTest::newRow("unknown step") << QByteArray("story x\n10 A flies") << QByteArray("f:2: there is no step A or flies in \"A flies\"");
    QTest::newRow("unknown field") << QByteArray("story x\n10 A ok tokn=1") << QByteArray("f:2: there is no field tokn");
    QTest::newRow("unknown verdict") << QByteArray("story x\nexpect fun held") << QByteArray("f:2: an expectation names a property");
}

void TestJudgeRules::wrongStory_isRefusedWithItsLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    std::string what;
    try {
        parseStories(text.toStdString(), "f");
    } catch (const StoryError &wrong) {
        what = wrong.what();
    }
    QVERIFY2(what.starts_with(sentence.toStdString()), what.c_str());
}

void TestJudgeRules::gap_isNamedByItsLine()
{
    HistoryBuilder story;
    story.worker("A").worker("B").at(10).gets("A").enter("A").acquire("B");
    auto history = story.end();
    history.entries.erase(history.entries.begin() + 4);
    QCOMPARE(QString::fromStdString(verdictOn(history, Property::MutualExclusion).sentence),
             QStringLiteral("the history is damaged at line 6"));
}

void TestJudgeRules::noLease_isNotedAtOnce()
{
    HistoryBuilder story;
    story.worker("A").at(10).acquire("A").turn("A", "SETNX").key(entry::KeyEvent::Created, "A").dies("A");
    QCOMPARE(QString::fromStdString(verdictOn(story.end(), Property::NoImmortalLock).note),
             QStringLiteral("no lease: the key `lock:stock` has no TTL, and A, which made it, is dead"));
}

namespace {

// The same on ZooKeeper: each holding belongs to its worker's session, and has no TTL.
History ofSessions(History history)
{
    for (auto &entry : history.entries) {
        if (auto *const ready = std::get_if<entry::Ready>(&entry.what))
            ready->sessionLease = true;
        if (auto *const change = std::get_if<entry::KeyChanged>(&entry.what)) {
            change->session = "0x1";
            change->ttl.reset();
        }
    }
    return history;
}

} // namespace

void TestJudgeRules::sessionsLease_endsOnlyWithItsSession()
{
    HistoryBuilder taken; // long after the session's timeout, which heartbeats have kept
    taken.worker("A").worker("B").at(10).gets("A").enter("A").acquire("B").at(2000).removes("B", "A").takes("B").ok("B").enter("B");
    const auto ownership = verdictOn(ofSessions(taken.end()), Property::Ownership);
    QVERIFY2(ownership.outcome == Outcome::Violated, toString(ownership).c_str());
    QCOMPARE(QString::fromStdString(ownership.sentence), QStringLiteral("B's DEL removed A's lock"));

    HistoryBuilder ended;
    ended.worker("A").worker("B").at(10).gets("A").enter("A").acquire("B").pauses("A").at(2000).expires("A").takes("B").ok("B").enter("B");
    const auto history = ofSessions(ended.end());
    QVERIFY(verdictOn(history, Property::LeaseOutlived).outcome == Outcome::Outlived);
    QVERIFY(verdictOn(history, Property::MutualExclusion).outcome == Outcome::Held);
    QVERIFY(verdictOn(history, Property::Watchdog).outcome == Outcome::NotExercised);

    HistoryBuilder dead;
    dead.worker("A").at(10).gets("A").dies("A");
    QCOMPARE(verdictOn(ofSessions(dead.end()), Property::NoImmortalLock).note, std::string());
}

void TestJudgeRules::warmUp_isNotJudged()
{
    HistoryBuilder story;
    story.worker("A").worker("B").at(10).gets("A").enter("A").acquire("B");
    story.at(98).removes("B", "A").takes("B").ok("B").enter("B").add(entry::Begun{});
    QVERIFY(verdictOn(story.end(), Property::MutualExclusion).outcome != Outcome::Violated);
}

void TestJudgeRules::nonsense_isJudgedSafely()
{
    HistoryBuilder story;
    story.ok("A").release("A").exit("A").dies("A").acquire("A").ok("A").removes("B", "A").key(entry::KeyEvent::Removed, "A");
    entry::KeyChanged wild;
    wild.cause = 4'000'000;
    story.add(wild).report("C", entry::Report::Lost).probe("D", true);
    for (const auto &verdict : judge(story.end()))
        QVERIFY(verdict.outcome != Outcome::Violated);
    QCOMPARE(judge(History{}).size(), std::size_t(10));
}

LOCKSCOPE_TEST(TestJudgeRules)
#include "tst_judge_rules.moc"
