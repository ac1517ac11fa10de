// SPDX-License-Identifier: MIT
// The decisive moments of a run: findings, protections and causes, from short stories. In the stories the lease is 300 ms.
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/judge.h"
#include "lockcore/report/lanes.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

namespace {

/// One line for each moment of these kinds: `@60 protection: not A's: nothing deleted`.
std::string momentsOf(const History &history, std::initializer_list<Decisive> kinds, const std::vector<Verdict> &verdicts = {})
{
    std::string text;
    for (const auto &moment : decisiveMoments(history, verdicts)) {
        if (std::ranges::find(kinds, moment.kind) != kinds.end())
            text += (text.empty() ? "@" : "\n@") + std::to_string(std::chrono::round<Milliseconds>(moment.at).count()) + ' '
                    + std::string(wordOf(moment.kind)) + ": " + moment.text;
    }
    return text;
}

std::string protectionsOf(const History &history) { return momentsOf(history, {Decisive::Protection}); }
std::string causesOf(const History &history) { return momentsOf(history, {Decisive::Cause}); }

/// A's lease has ended, and B has the lock.
HistoryBuilder takenOver()
{
    auto story = begun();
    story.at(10).gets("A").at(20).acquire("B").at(310).expires("A").takes("B").at(311).ok("B");
    return story;
}

/// A write that the resource refuses.
HistoryBuilder &refuses(HistoryBuilder &story, const std::string &who, std::optional<std::int64_t> token, const std::string &reason)
{
    story.write(who, 0, 1, 1, token);
    auto &write = std::get<entry::Accessed>(story.lastEntry()->what);
    write.refused = true;
    write.reason = reason;
    write.version.reset();
    return story;
}

} // namespace

class TestDecisive final : public QObject
{
    Q_OBJECT

private slots:
    void staleWrite_isAProtection_withBothTokens();
    void releaseOfAnothersLock_isAProtection_ifNothingChanged();
    void commandOfUnknownPurpose_countsIfItsWorkerAnswersNo();
    void renewalOfAnothersLock_isAProtection_once();
    void removal_isNone();
    void faults_areCausesBeforeWhatTheyLedTo();
    void check_isACause_ifItsWorkerThenRemovesAnothersLock();
    void tokens_areOnTheLanes();
    void takeover_isWrong_onlyWhileTheOwnerClaimsTheLock();
    void protection_isShownAtTheLockThatItMet();
};

void TestDecisive::staleWrite_isAProtection_withBothTokens()
{
    auto story = takenOver();
    story.at(20).call("A", entry::Step::Enter, 1).at(320).call("B", entry::Step::Enter, 2).at(330);
    refuses(story, "A", 1, "stale token");
    QCOMPARE(protectionsOf(story.end()), "@330 protection: refused: fencing token 1 < 2");
    QCOMPARE(causesOf(story.end()), "@320 cause: the resource sees fencing token 2");
    auto other = takenOver();
    other.at(330);
    refuses(other, "A", std::nullopt, "closed");
    QCOMPARE(protectionsOf(other.end()), "@330 protection: refused: closed");
}

void TestDecisive::releaseOfAnothersLock_isAProtection_ifNothingChanged()
{
    auto story = takenOver();
    story.at(330).release("A").turn("A", "EVALSHA", entry::Verb::Free).no("A");
    QCOMPARE(protectionsOf(story.end()), "@330 protection: not A's: nothing deleted");
    auto gone = begun(); // nobody else holds it: a plain DEL would have done no harm either
    gone.at(10).gets("A").at(310).expires("A").at(330).release("A").turn("A", "EVALSHA", entry::Verb::Free).no("A");
    QCOMPARE(protectionsOf(gone.end()), "");
    auto own = takenOver();
    own.at(330).release("B").turn("B", "EVALSHA", entry::Verb::Free).ok("B"); // a re-entrant lock that it holds once more
    QCOMPARE(protectionsOf(own.end()), "");
}

void TestDecisive::commandOfUnknownPurpose_countsIfItsWorkerAnswersNo()
{
    auto story = takenOver();
    story.at(330).release("A").turn("A", "FCALL").no("A");
    QCOMPARE(protectionsOf(story.end()), "@330 protection: not A's: nothing deleted");
    auto ok = takenOver();
    ok.at(330).release("A").turn("A", "FCALL").ok("A");
    QCOMPARE(protectionsOf(ok.end()), "");
}

void TestDecisive::renewalOfAnothersLock_isAProtection_once()
{
    auto story = takenOver();
    story.at(330).turn("A", "EVALSHA", entry::Verb::Extend).at(340).turn("A", "EVALSHA", entry::Verb::Extend);
    QCOMPARE(protectionsOf(story.end()), "@330 protection: not A's: nothing extended");
}

void TestDecisive::removal_isNone()
{
    auto story = takenOver();
    story.at(330).release("A").removes("A", "B").ok("A");
    QCOMPARE(protectionsOf(story.end()), "");
}

void TestDecisive::faults_areCausesBeforeWhatTheyLedTo()
{
    auto story = takenOver();
    story.at(312).pauses("A").at(320).resumes("A").request("A", entry::Request::Throw);
    QCOMPARE(causesOf(story.end()), ""); // they led to nothing
    story.at(330).turn("A", "EVALSHA", entry::Verb::Free).at(340).pauses("B");
    QCOMPARE(causesOf(story.end()), "@312 cause: a pause of A\n@320 cause: an exception in the work of A");
}

void TestDecisive::check_isACause_ifItsWorkerThenRemovesAnothersLock()
{
    const auto story = [](bool removesAnothers) {
        auto story = begun();
        story.at(10).gets("A").at(290).release("A").turn("A", "GET", entry::Verb::Read).at(300).acquire("B");
        if (removesAnothers)
            story.at(310).expires("A").takes("B").ok("B").at(330).removes("A", "B").ok("A");
        else
            story.at(305).frees("A").ok("A");
        return story.end();
    };
    const auto history = story(true);
    QCOMPARE(momentsOf(history, {Decisive::Cause}, judge(history)), "@290 cause: A's GET finds its own lock");
    const auto fine = story(false);
    QCOMPARE(momentsOf(fine, {Decisive::Cause}, judge(fine)), "");
}

void TestDecisive::tokens_areOnTheLanes()
{
    auto story = begun();
    story.at(10).acquire("A").takes("A").ok("A", 7).at(20).givesBack("A").at(30).gets("B");
    const auto lanes = lanesOf(story.end(), {});
    QVERIFY(lanes.workers[0].commands[0].token == 7);
    QVERIFY(!lanes.workers[0].commands[1].token);
    QVERIFY(lanes.locks[0].spans[0].token == 7);
    QVERIFY(!lanes.locks[0].spans[1].token);
}

void TestDecisive::takeover_isWrong_onlyWhileTheOwnerClaimsTheLock()
{
    const auto spanOfA = [](double taken) {
        auto story = begun();
        entry::Received ok;
        ok.validity = Milliseconds(300);
        story.at(10).acquire("A").takes("A").answer("A", ok).at(20).acquire("B").at(taken).turn("B", "GETSET", entry::Verb::Take);
        story.key(entry::KeyEvent::Removed, "A").key(entry::KeyEvent::Created, "B").ok("B");
        return lanesOf(story.end(), {}).locks[0].spans[0];
    };
    QCOMPARE(spanOfA(400).how, LockSpan::End::TakenOver);
    QVERIFY(!spanOfA(400).wronged);
    QCOMPARE(spanOfA(100).how, LockSpan::End::TakenOver);
    QVERIFY(spanOfA(100).wronged);
    auto removed = takenOver();
    removed.at(330).removes("A", "B");
    const auto lanes = lanesOf(removed.end(), {});
    QCOMPARE(lanes.locks[0].spans[1].how, LockSpan::End::Removed);
    QVERIFY(lanes.locks[0].spans[1].wronged);
}

void TestDecisive::protection_isShownAtTheLockThatItMet()
{
    auto story = takenOver();
    story.at(330).turn("A", "EVALSHA", entry::Verb::Free);
    const auto lanes = lanesOf(story.end(), {});
    QCOMPARE(lanes.marks.size(), std::size_t(1));
    QCOMPARE(lanes.marks[0].place, LanePlace::Lock);
    QVERIFY(lanes.marks[0].worker == 0u);
    QVERIFY(findMark(lanes, lanes.marks[0].number) == &lanes.marks[0]);
    QVERIFY(!findMark(lanes, lanes.marks[0].number + 1));
}

LOCKSCOPE_TEST(TestDecisive)
#include "tst_decisive.moc"
