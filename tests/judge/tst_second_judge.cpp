// SPDX-License-Identifier: MIT
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "lockcore/judge/grant_order.h"
#include "lockcore/judge/judge.h"
#include "lockcore/judge/second_judge.h"

#include <QTest>

#include <random>

using namespace lockcore;
using namespace lockcore::test;

class TestSecondJudge final : public QObject
{
    Q_OBJECT

private slots:
    void separateClaims_areHeld();
    void claimsWithinTheirLeases_areViolated();
    void claimAfterALease_isNoOpinion();
    void serverFault_isNoOpinion();
    void tokensAgainstTheirOrder_areViolated();
    void incompleteHistory_isNoOpinion();
    void contradiction_isReportedWithBothProofs();
    void search_findsWhatAllPermutationsFind();
    void search_givesUpAtItsLimits();
};

namespace {

HistoryBuilder two()
{
    HistoryBuilder story;
    story.worker("A").worker("B");
    return story;
}

} // namespace

void TestSecondJudge::separateClaims_areHeld()
{
    auto story = two();
    story.at(10).acquire("A").ok("A", 1).acquire("B").release("A").ok("A").ok("B", 2).release("B").ok("B");
    const auto opinion = secondJudge(story.end());
    QCOMPARE(opinion.mutualExclusion, Opinion::Held);
    QCOMPARE(opinion.tokenOrder, Opinion::Held);
    auto crossing = two(); // the answers do not show who had the lock first
    crossing.at(10).acquire("A").acquire("B").ok("B", 1).release("B").ok("B").ok("A", 2);
    QCOMPARE(secondJudge(crossing.end()).tokenOrder, Opinion::None);
}

void TestSecondJudge::claimsWithinTheirLeases_areViolated()
{
    auto story = two();
    story.at(10).acquire("A").ok("A").at(100).acquire("B").ok("B");
    const auto opinion = secondJudge(story.end());
    QCOMPARE(opinion.mutualExclusion, Opinion::Violated);
    QCOMPARE(opinion.events, (std::vector<std::uint64_t>{5, 6, 7, 8}));
}

void TestSecondJudge::claimAfterALease_isNoOpinion()
{
    auto story = two();
    story.at(10).acquire("A").ok("A").at(306).acquire("B").ok("B");
    QCOMPARE(secondJudge(story.end()).mutualExclusion, Opinion::None);
}

void TestSecondJudge::serverFault_isNoOpinion()
{
    auto story = two();
    story.at(10).acquire("A").ok("A").serverFault(entry::ServerFault::Promoted).acquire("B").ok("B");
    QCOMPARE(secondJudge(story.end()).mutualExclusion, Opinion::None);
}

void TestSecondJudge::tokensAgainstTheirOrder_areViolated()
{
    auto story = two();
    story.at(10).acquire("A").ok("A", 2).release("A").ok("A").acquire("B").ok("B", 1);
    const auto opinion = secondJudge(story.end());
    QCOMPARE(opinion.mutualExclusion, Opinion::Held);
    QCOMPARE(opinion.tokenOrder, Opinion::Violated);
}

void TestSecondJudge::incompleteHistory_isNoOpinion()
{
    auto story = two();
    story.at(10).acquire("A").ok("A").acquire("B").ok("B");
    QCOMPARE(secondJudge(story.unfinished()).mutualExclusion, Opinion::None);
}

void TestSecondJudge::contradiction_isReportedWithBothProofs()
{
    Verdict held;
    held.outcome = Outcome::Held;
    SecondOpinion second;
    second.mutualExclusion = Opinion::Violated;
    second.events = {3, 4};
    const auto text = disagreement({held}, second);
    QVERIFY2(text.find("mutual-exclusion: held") != std::string::npos && text.find("#3 #4") != std::string::npos, text.c_str());
    QVERIFY(disagreement({held}, {}).empty());
}

namespace {

bool legalInThisOrder(const std::vector<detail::Window> &windows)
{
    std::uint64_t forReaders = 0;
    std::uint64_t forAll = 0;
    for (const auto &window : windows) {
        const auto at = std::max(window.sent, window.shared ? forReaders : forAll);
        if (at > window.answered)
            return false;
        forAll = std::max({forAll, at, window.end});
        forReaders = window.shared ? std::max(forReaders, at) : forAll;
    }
    return true;
}

bool legalInSomeOrder(std::vector<detail::Window> windows)
{
    const auto less = [](const detail::Window &a, const detail::Window &b) {
        return std::tie(a.sent, a.answered, a.end, a.shared) < std::tie(b.sent, b.answered, b.end, b.shared);
    };
    std::ranges::sort(windows, less);
    do {
        if (legalInThisOrder(windows))
            return true;
    } while (std::ranges::next_permutation(windows, less).found);
    return false;
}

} // namespace

void TestSecondJudge::search_findsWhatAllPermutationsFind()
{
    std::mt19937 random(1);
    const auto below = [&](std::uint64_t bound) { return random() % bound; };
    std::size_t legal = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<detail::Window> windows(1 + below(6));
        for (auto &window : windows) {
            window.sent = 1 + below(40);
            window.answered = window.sent + below(20);
            window.end = window.sent + below(15);
            window.shared = below(3) == 0;
        }
        const bool expected = legalInSomeOrder(windows);
        legal += expected;
        QCOMPARE(detail::findOrder(windows, {}), expected ? detail::OrderFound::Yes : detail::OrderFound::No);
    }
    QVERIFY(legal > 300 && legal < 2700);
}

void TestSecondJudge::search_givesUpAtItsLimits()
{
    std::vector<detail::Window> windows(13, {1, 100, 200, false});
    QCOMPARE(detail::findOrder(windows, {}), detail::OrderFound::GaveUp);
    windows.pop_back();
    QCOMPARE(detail::findOrder(windows, {}), detail::OrderFound::No);
    QCOMPARE(detail::findOrder(windows, {12, 5, Milliseconds(2000)}), detail::OrderFound::GaveUp);
}

LOCKSCOPE_TEST(TestSecondJudge)
#include "tst_second_judge.moc"
