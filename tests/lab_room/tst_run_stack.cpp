// SPDX-License-Identifier: MIT
// Two runs, one above the other.
#include "lab_story.h"
#include "support/test_program.h"

#include "ui/lab/run_stack.h"
#include "ui/lab/run_timeline.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Shown
{
    explicit Shown(ShownRunPtr upper = plainDel(), ShownRunPtr lower = plainDel(30))
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
    void oneRun_hasTheRoomForItself();
    void runs_areAlignedAtTheFirstFault_andSaySo();
    void lower_followsTheUpper_andTheOtherWayRound();
    void zoom_isCommon();
    void zoomedStack_followsTheUpperRun_alsoWhereTheLowerHasEnded();
    void lower_isShownToItsEnd();
    void withoutFaults_theFirstDecisiveMomentCounts();
    void anotherUpperRun_isAlignedAgain();
};

void RunStackTest::oneRun_hasTheRoomForItself()
{
    Shown shown(plainDel(), nullptr);
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

void RunStackTest::runs_areAlignedAtTheFirstFault_andSaySo()
{
    Shown shown;
    QCOMPARE(shown.stack.offset(), RunStack::Time(30ms));
    QCOMPARE(shown.stack.words(), u"Aligned where A is paused: at 115.00 ms above, at 145.00 ms here."_s);
    const auto &upper = *shown.stack.upperTimeline(), &lower = *shown.stack.lowerTimeline();
    QCOMPARE(lower.first() - upper.first(), RunStack::Time(30ms));
    QCOMPARE(lower.last() - upper.last(), RunStack::Time(30ms));
    QVERIFY(upper.first() <= shown.player.begin() && upper.last() >= shown.player.end());
}

void RunStackTest::lower_followsTheUpper_andTheOtherWayRound()
{
    Shown shown;
    shown.player.setPosition(200ms);
    QCOMPARE(shown.stack.lowerPlayer()->position(), RunStack::Time(230ms));
    shown.stack.lowerPlayer()->setPosition(300ms);
    QCOMPARE(shown.player.position(), RunStack::Time(270ms));
    QTest::keyClick(shown.stack.lowerTimeline(), Qt::Key_Home);
    QCOMPARE(shown.player.position(), shown.player.begin());
}

void RunStackTest::zoom_isCommon()
{
    Shown shown;
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

void RunStackTest::zoomedStack_followsTheUpperRun_alsoWhereTheLowerHasEnded()
{
    Shown shown(manyWorkers(5, 200), plainDel()); // longer
    auto &upper = *shown.stack.upperTimeline();
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&upper, Qt::Key_Plus);
    for (const auto time : {100ms, 700ms, 1500ms, 900ms}) {
        shown.player.setPosition(time);
        QVERIFY(upper.first() <= shown.player.position() && shown.player.position() <= upper.last());
        QCOMPARE(shown.stack.lowerTimeline()->first() - upper.first(), shown.stack.offset());
    }
}

void RunStackTest::lower_isShownToItsEnd()
{
    Shown shown(plainDel(), manyWorkers(5, 200)); // longer
    shown.player.setPosition(shown.player.end());
    QCOMPARE(shown.stack.lowerPlayer()->position(), shown.stack.lowerPlayer()->end());
    shown.player.setPosition(shown.player.begin());
    QVERIFY(shown.stack.lowerPlayer()->position() < shown.stack.lowerPlayer()->end());
}

void RunStackTest::withoutFaults_theFirstDecisiveMomentCounts()
{
    const auto quiet = manyWorkers(3, 4);
    QVERIFY(quiet->lanes.marks.empty());
    Shown shown(quiet, manyWorkers(3, 5));
    QCOMPARE(shown.stack.offset(), RunStack::Time(0));
    QCOMPARE(shown.stack.words(), u"Aligned at 0.00 ms of the upper run and 0.00 ms of the lower one."_s);
}

void RunStackTest::anotherUpperRun_isAlignedAgain()
{
    Shown shown;
    shown.player.show(plainDel(50));
    QCOMPARE(shown.stack.offset(), RunStack::Time(-20ms));
    shown.player.show(nullptr);
    QCOMPARE(shown.stack.words(), QString());
}

LOCKSCOPE_TEST(RunStackTest)
#include "tst_run_stack.moc"
