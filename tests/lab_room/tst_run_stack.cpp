// SPDX-License-Identifier: MIT
// Two runs, one above the other.
#include "lab_story.h"
#include "support/test_program.h"

#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/report/timeline_svg.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

// The same story without a pause: A's work is too long.
ShownRunPtr longWork(double delay = 0)
{
    auto history = plainDelHistory(delay);
    for (auto &entry : history.entries) {
        const bool isFault =
            std::holds_alternative<lockcore::entry::Paused>(entry.what) || std::holds_alternative<lockcore::entry::Resumed>(entry.what);
        if (isFault)
            entry.what = lockcore::entry::Located{{"A", 1}, "a.cpp", 1};
    }
    return shownRun(std::move(history));
}

RunTimeline::Stretch firstCloseUp(const ShownRunPtr &run)
{
    const auto all = closeUps(run->lanes, 8);
    return all.empty() ? RunTimeline::Stretch() : all.front();
}

RunTimeline::Stretch lastCloseUp(const ShownRunPtr &run)
{
    const auto all = closeUps(run->lanes, 8);
    return all.empty() ? RunTimeline::Stretch() : all.back();
}

RunTimeline::Stretch rangeOf(const RunTimeline &timeline) { return {timeline.first(), timeline.last()}; }

struct ShownStack
{
    explicit ShownStack(ShownRunPtr upper = plainDel(), ShownRunPtr lower = plainDel(30))
    {
        stack.resize(1000, 800);
        player.show(std::move(upper));
        stack.stack(std::move(lower));
        stack.show();
    }

    RunPlayer player;
    RunStack stack{&player};
};

} // namespace

class RunStackTest final : public QObject
{
    Q_OBJECT

private slots:
    void singleRun_usesTheWholeSpace();
    void runs_areAlignedAtTheFirstFault();
    void bothRuns_followEachOther();
    void zoom_isShared();
    void zoomedStack_followsUpperRunBeyondLowerEnd();
    void lowerRun_isShownToItsEnd();
    void withoutFaults_firstDecisiveMomentCounts();
    void newUpperRun_isAligned();
    void withoutFaults_firstEndedLeaseCounts();
    void steps_showCloseUpThenTheWholeRun();
    void eachRun_hasItsOwnCloseUp();
    void bothRuns_areDecidedAndEndTogether();
    void usersZoom_isKept();
    void leavingCloseUpByAxis_showsTheWholeRun();
};

void RunStackTest::singleRun_usesTheWholeSpace()
{
    ShownStack shown(plainDel(), nullptr);
    QVERIFY(!shown.stack.lowerTimeline()->isVisible());
    QCOMPARE(shown.stack.words(), QString());
    QVERIFY(shown.stack.upperTimeline()->height() > 780);
    shown.player.setPosition(100ms);
    shown.stack.stack(plainDel());
    QVERIFY(shown.stack.lowerTimeline()->isVisible());
    QCOMPARE(shown.player.position(), RunPlayer::Time(100ms));
    shown.stack.stack(nullptr);
    QVERIFY(!shown.stack.lowerTimeline()->isVisible());
}

void RunStackTest::runs_areAlignedAtTheFirstFault()
{
    ShownStack shown;
    QCOMPARE(shown.stack.offset(), RunStack::Time(30ms));
    QCOMPARE(shown.stack.words(), u"Aligned where A is paused: at 115.00 ms above, at 145.00 ms here."_s);
    const auto &upper = *shown.stack.upperTimeline(), &lower = *shown.stack.lowerTimeline();
    QCOMPARE(lower.first() - upper.first(), RunStack::Time(30ms));
    QCOMPARE(lower.last() - upper.last(), RunStack::Time(30ms));
    QVERIFY(upper.first() <= shown.player.begin() && upper.last() >= shown.player.end());
}

void RunStackTest::bothRuns_followEachOther()
{
    ShownStack shown;
    shown.player.setPosition(200ms);
    QCOMPARE(shown.stack.lowerPlayer()->position(), RunStack::Time(230ms));
    shown.stack.lowerPlayer()->setPosition(300ms);
    QCOMPARE(shown.player.position(), RunStack::Time(270ms));
    QTest::keyClick(shown.stack.lowerTimeline(), Qt::Key_Home);
    QCOMPARE(shown.player.position(), shown.player.begin());
}

void RunStackTest::zoom_isShared()
{
    ShownStack shown;
    auto &upper = *shown.stack.upperTimeline(), &lower = *shown.stack.lowerTimeline();
    shown.player.setPosition(300ms);
    QTest::keyClick(&upper, Qt::Key_Plus);
    QVERIFY(lower.last() - lower.first() < 500ms);
    QCOMPARE(lower.first() - upper.first(), shown.stack.offset());
    QTest::keyClick(&lower, Qt::Key_Minus);
    QTest::keyClick(&lower, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(lower.last() - upper.last(), shown.stack.offset());
    QCOMPARE(lower.first() - upper.first(), shown.stack.offset());
}

void RunStackTest::zoomedStack_followsUpperRunBeyondLowerEnd()
{
    ShownStack shown(manyWorkers(5, 200), plainDel()); // longer
    auto &upper = *shown.stack.upperTimeline();
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&upper, Qt::Key_Plus);
    for (const auto time : {100ms, 700ms, 1500ms, 900ms}) {
        shown.player.setPosition(time);
        QVERIFY(upper.first() <= shown.player.position() && shown.player.position() <= upper.last());
        QCOMPARE(shown.stack.lowerTimeline()->first() - upper.first(), shown.stack.offset());
    }
}

void RunStackTest::lowerRun_isShownToItsEnd()
{
    ShownStack shown(plainDel(), manyWorkers(5, 200)); // longer
    shown.player.setPosition(shown.player.end());
    QCOMPARE(shown.stack.lowerPlayer()->position(), shown.stack.lowerPlayer()->end());
    shown.player.setPosition(shown.player.begin());
    QVERIFY(shown.stack.lowerPlayer()->position() < shown.stack.lowerPlayer()->end());
}

void RunStackTest::withoutFaults_firstDecisiveMomentCounts()
{
    const auto quiet = manyWorkers(3, 4);
    QVERIFY(quiet->lanes.marks.empty());
    ShownStack shown(quiet, manyWorkers(3, 5));
    QCOMPARE(shown.stack.offset(), RunStack::Time(0));
    QCOMPARE(shown.stack.words(), u"Aligned at 0.00 ms of the upper run and 0.00 ms of the lower one."_s);
}

void RunStackTest::newUpperRun_isAligned()
{
    ShownStack shown;
    shown.player.show(plainDel(50));
    QCOMPARE(shown.stack.offset(), RunStack::Time(-20ms));
    shown.player.show(nullptr);
    QCOMPARE(shown.stack.words(), QString());
}

void RunStackTest::withoutFaults_firstEndedLeaseCounts()
{
    ShownStack shown(longWork(), longWork(25));
    QVERIFY(shown.player.run()->faults.empty());
    QCOMPARE(shown.stack.offset(), RunStack::Time(25ms));
    QVERIFY2(shown.stack.words().contains(u"has expired: at 309.00 ms above, at 334.00 ms here"_s), qPrintable(shown.stack.words()));
}

void RunStackTest::steps_showCloseUpThenTheWholeRun()
{
    ShownStack shown(plainDel(), nullptr);
    const auto &timeline = *shown.stack.upperTimeline();
    const auto whole = rangeOf(timeline), closeUp = firstCloseUp(shown.player.run());
    const auto *back = timeline.findChild<QWidget *>(u"wholeRun"_s);
    QVERIFY(closeUp.second > closeUp.first);
    shown.player.setPosition(closeUp.first); // a person looks for it
    QCOMPARE(rangeOf(timeline), whole);
    QVERIFY(!back->isVisible());
    shown.player.stepToDecisive(1);
    QCOMPARE(rangeOf(timeline), closeUp);
    QVERIFY(back->isVisible());
    while (shown.player.position() <= closeUp.second)
        shown.player.step(1);
    QCOMPARE(rangeOf(timeline), whole);
    QVERIFY(!back->isVisible());
    shown.player.step(-1);
    QCOMPARE(rangeOf(timeline), closeUp);
    shown.player.show(plainDel(30));
    QVERIFY(!back->isVisible());
}

void RunStackTest::eachRun_hasItsOwnCloseUp()
{
    ShownStack shown;
    const auto &upper = *shown.stack.upperTimeline(), &lower = *shown.stack.lowerTimeline();
    shown.player.setPosition(firstCloseUp(shown.player.run()).first);
    shown.player.stepToDecisive(1);
    QCOMPARE(rangeOf(upper), firstCloseUp(shown.player.run()));
    QCOMPARE(rangeOf(lower), firstCloseUp(shown.stack.lower()));
    const auto position = shown.stack.lowerPlayer()->position();
    QVERIFY(lower.first() <= position && position <= lower.last()); // it is not empty
    shown.stack.stack(manyWorkers(3, 40));                          // without anything decisive
    shown.player.setPosition(firstCloseUp(shown.player.run()).first);
    shown.player.stepToDecisive(1);
    QCOMPARE(rangeOf(upper), firstCloseUp(shown.player.run()));
    QVERIFY(lower.first() <= shown.stack.lowerPlayer()->begin() && lower.last() >= shown.stack.lowerPlayer()->end());
}

// In the lower run, A is paused for much longer.
void RunStackTest::bothRuns_areDecidedAndEndTogether()
{
    auto history = plainDelHistory();
    for (auto &entry : history.entries) {
        if (entry.at > 400ms)
            entry.at += 300ms;
    }
    ShownStack shown(plainDel(), shownRun(std::move(history)));
    shown.player.setPosition(shown.player.end());
    QCOMPARE(shown.stack.lowerPlayer()->position(), shown.stack.lowerPlayer()->end());
    auto before = shown.stack.lowerPlayer()->position();
    for (int time = 560; time > 0; time -= 7) {
        shown.player.setPosition(std::chrono::milliseconds(time));
        const auto now = shown.stack.lowerPlayer()->position();
        QVERIFY2(now <= before, qPrintable(QString::number(time))); // time never goes backwards
        before = now;
    }
    shown.stack.lowerPlayer()->setPosition(700ms);
    QVERIFY(shown.player.position() > 320ms && shown.player.position() < shown.player.end());
    QCOMPARE(shown.stack.lowerPlayer()->position(), RunPlayer::Time(700ms));
}

void RunStackTest::usersZoom_isKept()
{
    ShownStack shown(plainDel(), nullptr);
    auto &timeline = *shown.stack.upperTimeline();
    shown.player.setPosition(firstCloseUp(shown.player.run()).first);
    QTest::keyClick(&timeline, Qt::Key_Plus);
    const auto own = rangeOf(timeline);
    shown.player.stepToDecisive(1);
    QCOMPARE(rangeOf(timeline), own);
    timeline.lookCloser(); // is asked for
    QCOMPARE(rangeOf(timeline), firstCloseUp(shown.player.run()));
}

void RunStackTest::leavingCloseUpByAxis_showsTheWholeRun()
{
    ShownStack shown(plainDel(), nullptr);
    auto &timeline = *shown.stack.upperTimeline();
    const auto whole = rangeOf(timeline);
    shown.player.setPosition(lastCloseUp(shown.player.run()).first);
    shown.player.stepToDecisive(1);
    QVERIFY(timeline.first() > whole.first);
    QTest::keyClick(&timeline, Qt::Key_Home);
    QCOMPARE(rangeOf(timeline), whole);
}

LOCKSCOPE_TEST(RunStackTest)
#include "tst_run_stack.moc"
