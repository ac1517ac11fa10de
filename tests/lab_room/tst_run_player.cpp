// SPDX-License-Identifier: MIT
#include "lab_story.h"
#include "support/test_program.h"

#include "ui/lab/player/run_player.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

std::uint64_t entryNear(const ShownRun &run, RunPlayer::Time time) // the last one at or before it, found without the player
{
    std::uint64_t number = 0;
    for (const auto &entry : run.report.history.entries)
        number = entry.at <= time ? entry.number : number;
    return number;
}

} // namespace

class RunPlayerTest final : public QObject
{
    Q_OBJECT

private slots:
    void withoutRun_nothingIsShown();
    void run_isShownFromItsStartWithoutPlaying();
    void position_isKeptWithinTheRun();
    void entry_isTheLastOneAtOrBeforeThePosition();
    void step_changesTheTimeAndStopsPlaying();
    void decisiveEntries_areNamedByVerdicts();
    void playing_reachesTheEndAndRestarts();
    void playing_reportsDecisiveMomentsInOrder();
    void playing_stopsAtDecisiveMomentOnRequest();
    void playing_survivesAnotherRun();
    void speed_isKeptInItsRange();
    void slowStretch_isNotSkipped();
};

void RunPlayerTest::withoutRun_nothingIsShown()
{
    RunPlayer player;
    player.setPlaying(true);
    player.step(1);
    player.stepToDecisive(-1);
    player.showEntry(3);
    player.setPosition(5s);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.position(), RunPlayer::Time(0));
    QCOMPARE(player.entry(), quint64(0));
}

void RunPlayerTest::run_isShownFromItsStartWithoutPlaying()
{
    RunPlayer player;
    player.show(plainDel());
    player.setPosition(100ms);
    player.setPlaying(true);
    QSignalSpy changed(&player, &RunPlayer::runChanged), playing(&player, &RunPlayer::playingChanged);
    player.show(plainDel());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(playing.count(), 1);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.position(), RunPlayer::Time(5ms)); // the end of the warm-up
    QCOMPARE(player.entry(), entryNear(*player.run(), 5ms));
    player.show(nullptr);
    QCOMPARE(player.position(), RunPlayer::Time(0));
}

void RunPlayerTest::position_isKeptWithinTheRun()
{
    RunPlayer player;
    player.show(plainDel());
    QSignalSpy moved(&player, &RunPlayer::positionChanged);
    player.setPosition(1h);
    QCOMPARE(player.position(), player.end());
    player.setPosition(2h);
    QCOMPARE(moved.count(), 1); // the player was already there
    player.setPosition(-1h);
    QCOMPARE(player.position(), player.begin());
}

void RunPlayerTest::entry_isTheLastOneAtOrBeforeThePosition()
{
    RunPlayer player;
    player.show(plainDel());
    for (const auto time : {5ms, 6ms, 14ms, 119ms, 120ms, 121ms, 434ms, 562ms}) {
        player.setPosition(time);
        QCOMPARE(player.entry(), entryNear(*player.run(), time));
    }
}

void RunPlayerTest::step_changesTheTimeAndStopsPlaying()
{
    RunPlayer player;
    player.show(plainDel());
    player.setPlaying(true);
    player.step(1);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.position(), RunPlayer::Time(10ms));
    player.step(1);
    QCOMPARE(player.position(), RunPlayer::Time(14ms)); // several entries happened then: one step
    player.setPosition(200ms);
    player.step(-1);
    QCOMPARE(player.position(), RunPlayer::Time(120ms));
    player.step(1);
    QCOMPARE(player.position(), RunPlayer::Time(314ms));
    player.setPosition(player.begin());
    player.step(-1);
    QCOMPARE(player.position(), player.begin());
    player.setPosition(player.end());
    player.step(1);
    QCOMPARE(player.position(), player.end());
    for (player.setPosition(player.begin()); player.position() < player.end();)
        player.step(1); // comes to an end
}

void RunPlayerTest::decisiveEntries_areNamedByVerdicts()
{
    RunPlayer player;
    player.show(plainDel());
    const auto &marks = player.run()->lanes.marks;
    QVERIFY(marks.size() > 2);
    player.stepToDecisive(-1); // there is none before
    QCOMPARE(player.position(), player.begin());
    player.stepToDecisive(1);
    QCOMPARE(player.position(), marks.front().at);
    player.setPosition(player.end());
    player.stepToDecisive(1);
    QCOMPARE(player.position(), player.end());
    player.stepToDecisive(-1);
    QVERIFY(player.position() < player.end());
    player.showEntry(marks.back().number);
    QCOMPARE(player.position(), marks.back().at);
    player.showEntry(0);
    player.showEntry(100'000);
    QCOMPARE(player.position(), marks.back().at);
}

void RunPlayerTest::playing_reachesTheEndAndRestarts()
{
    RunPlayer player;
    player.show(plainDel());
    player.setSpeed(1);
    player.setPlaying(true);
    QTRY_VERIFY(!player.isPlaying());
    QCOMPARE(player.position(), player.end());
    player.setPlaying(true);
    QVERIFY(player.isPlaying());
    QCOMPARE(player.position(), player.begin());
    player.setPosition(player.end());
    QVERIFY(!player.isPlaying());
}

void RunPlayerTest::playing_reportsDecisiveMomentsInOrder()
{
    RunPlayer player;
    player.show(plainDel());
    player.setSpeed(1);
    std::vector<RunPlayer::Time> expected, seen;
    for (const auto &mark : player.run()->lanes.marks) {
        if (expected.empty() || expected.back() != mark.at)
            expected.push_back(mark.at);
    }
    connect(&player, &RunPlayer::decisiveReached, this, [&](quint64 number) {
        seen.push_back(player.run()->report.history.entries.at(number - 1).at);
        QCOMPARE(player.position(), seen.back()); // what follows the player shows that moment
    });
    player.setPlaying(true);
    QTRY_VERIFY(!player.isPlaying());
    QVERIFY(seen == expected);
}

void RunPlayerTest::playing_stopsAtDecisiveMomentOnRequest()
{
    RunPlayer player;
    player.show(plainDel());
    player.setSpeed(1);
    player.setStopsAtDecisive(true);
    QSignalSpy reached(&player, &RunPlayer::decisiveReached);
    player.setPlaying(true);
    QTRY_COMPARE(reached.count(), 1);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.position(), player.run()->lanes.marks.front().at);
    player.setPlaying(true); // goes on to the next one
    QTRY_COMPARE(reached.count(), 2);
    QVERIFY(player.position() > player.run()->lanes.marks.front().at);
}

void RunPlayerTest::playing_survivesAnotherRun()
{
    RunPlayer player;
    player.show(plainDel());
    player.setSpeed(1);
    connect(&player, &RunPlayer::decisiveReached, this, [&] { player.show(nullptr); });
    player.setPlaying(true);
    QTRY_VERIFY(!player.run());
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.position(), RunPlayer::Time(0));
}

void RunPlayerTest::speed_isKeptInItsRange()
{
    RunPlayer player;
    QSignalSpy changed(&player, &RunPlayer::speedChanged);
    player.setSpeed(100);
    QCOMPARE(player.speed(), 1.0);
    player.setSpeed(0);
    QCOMPARE(player.speed(), 0.02);
    player.setSpeed(0.02);
    QCOMPARE(changed.count(), 2);
}

// Independent of how long a frame takes.
void RunPlayerTest::slowStretch_isNotSkipped()
{
    RunPlayer player;
    player.show(plainDel());
    player.setSpeed(1);
    player.setSlowStretches({{50ms, 51ms, 1e-9}, {100ms, 104ms, 1}});
    player.setPosition(45ms);
    QVERIFY(player.wasScrubbed() && !player.isInSlowStretch());
    player.setPlaying(true);
    QTRY_VERIFY(player.isInSlowStretch());
    QVERIFY(!player.wasScrubbed());
    QTest::qWait(150);
    QCOMPARE(player.position(), RunPlayer::Time(50ms)); // it takes its speed
    QVERIFY(player.isPlaying());
    player.setPosition(51ms);
    QVERIFY(!player.isInSlowStretch());
    QTRY_VERIFY(player.position() > RunPlayer::Time(104ms)); // and then goes on
    player.show(plainDel());
    player.setPosition(50ms);
    QVERIFY(!player.isInSlowStretch()); // that belonged to the other run
}

LOCKSCOPE_TEST(RunPlayerTest)
#include "tst_run_player.moc"
