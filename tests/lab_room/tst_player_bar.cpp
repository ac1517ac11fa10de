// SPDX-License-Identifier: MIT
// The player's controls and the caption that follows it.
#include "lab_story.h"
#include "support/test_program.h"

#include "ui/lab/player/caption_line.h"
#include "ui/lab/player/player_bar.h"
#include "ui/lab/player/run_player.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct ShownBar
{
    ShownBar()
    {
        bar.resize(800, 40);
        bar.show();
        bar.setFocus();
        player.show(plainDel());
    }

    QString position() const { return bar.findChild<QWidget *>(u"position"_s)->accessibleName(); }
    QAction *action(const QString &text) const
    {
        for (auto *const action : bar.actions()) {
            if (action->iconText() == text)
                return action;
        }
        return nullptr;
    }

    RunPlayer player;
    PlayerBar bar{&player};
};

} // namespace

class PlayerBarTest final : public QObject
{
    Q_OBJECT

private slots:
    void withoutRun_buttonsAreDisabled();
    void keys_playStepAndJump();
    void button_namesItsNextAction();
    void button_keepsItsWidth();
    void speed_isSynchronisedWithPlayer();
    void position_isShownInNumbers();
    void stopping_isOneSwitchInBarAndMenu();
    void controls_haveNames();
    void caption_describesTheEvent();
    void caption_omitsTheSource();
};

void PlayerBarTest::withoutRun_buttonsAreDisabled()
{
    RunPlayer player;
    PlayerBar bar(&player);
    bar.show();
    QVERIFY(!bar.findChild<QPushButton *>()->isEnabled());
    QTest::keyClick(&bar, Qt::Key_Space);
    QVERIFY(!player.isPlaying());
}

void PlayerBarTest::keys_playStepAndJump()
{
    ShownBar shown;
    QTest::keyClick(&shown.bar, Qt::Key_Space);
    QVERIFY(shown.player.isPlaying());
    QTest::keyClick(&shown.bar, Qt::Key_Space);
    QVERIFY(!shown.player.isPlaying());
    shown.player.setPosition(200ms);
    QTest::keyClick(&shown.bar, Qt::Key_Comma);
    QCOMPARE(shown.player.position(), RunPlayer::Time(120ms));
    QTest::keyClick(&shown.bar, Qt::Key_Period);
    QCOMPARE(shown.player.position(), RunPlayer::Time(314ms));
    shown.player.setPosition(shown.player.begin());
    QTest::keyClick(&shown.bar, Qt::Key_PageDown);
    QCOMPARE(shown.player.position(), shown.player.run()->lanes.marks.front().at);
    shown.action(u"Previous decisive moment"_s)->trigger(); // there is none
    QCOMPARE(shown.player.position(), shown.player.run()->lanes.marks.front().at);
}

void PlayerBarTest::button_namesItsNextAction()
{
    ShownBar shown;
    auto *const button = shown.bar.findChild<QPushButton *>();
    QCOMPARE(button->text(), u"Play"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(button->text(), u"Pause"_s);
    QVERIFY(shown.action(u"Pause"_s));
    shown.player.setPosition(shown.player.end());
    QCOMPARE(button->text(), u"Play"_s);
}

// The button decides how narrow the column can be: if its width changed, all columns would move.
void PlayerBarTest::button_keepsItsWidth()
{
    ShownBar shown;
    const auto *button = shown.bar.findChild<QPushButton *>();
    const auto width = button->minimumWidth();
    QVERIFY(width > 0);
    shown.player.setPlaying(true);
    QCOMPARE(button->minimumWidth(), width);
    shown.player.setPlaying(false);
    QCOMPARE(button->minimumWidth(), width);
}

void PlayerBarTest::speed_isSynchronisedWithPlayer()
{
    ShownBar shown;
    auto *const box = shown.bar.findChild<QComboBox *>();
    QCOMPARE(box->count(), 6);
    QCOMPARE(box->currentIndex(), 2); // × 0.1
    QTest::keyClick(&shown.bar, Qt::Key_BracketRight);
    QCOMPARE(shown.player.speed(), 0.25);
    QTest::keyClick(box, Qt::Key_End);
    QCOMPARE(shown.player.speed(), 1.0);
    QVERIFY(!shown.action(u"Faster"_s)->isEnabled());
    shown.player.setSpeed(0.02);
    QCOMPARE(box->currentIndex(), 0);
    QVERIFY(!shown.action(u"Slower"_s)->isEnabled());
}

void PlayerBarTest::position_isShownInNumbers()
{
    ShownBar shown;
    QCOMPARE(shown.position(), u"0.00 of 557.00 ms"_s);
    shown.player.setPosition(105ms + 250us);
    QCOMPARE(shown.position(), u"100.25 of 557.00 ms"_s);
    shown.player.show(nullptr);
    QCOMPARE(shown.position(), QString());
}

void PlayerBarTest::stopping_isOneSwitchInBarAndMenu()
{
    ShownBar shown;
    auto *const box = shown.bar.findChild<QCheckBox *>();
    auto *const action = shown.action(u"Stop at decisive moments"_s);
    box->click();
    QVERIFY(shown.player.stopsAtDecisive() && action->isChecked());
    action->trigger();
    QVERIFY(!shown.player.stopsAtDecisive() && !box->isChecked());
}

void PlayerBarTest::controls_haveNames()
{
    ShownBar shown;
    for (const auto *const button : shown.bar.findChildren<QAbstractButton *>())
        QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(), button->metaObject()->className());
    for (const auto *const button : shown.bar.findChildren<QToolButton *>()) {
        QVERIFY(!button->icon().isNull());
        QVERIFY(!button->toolTip().isEmpty());
    }
    QVERIFY(!shown.bar.findChild<QComboBox *>()->accessibleName().isEmpty());
}

void PlayerBarTest::caption_describesTheEvent()
{
    RunPlayer player;
    CaptionLine caption(&player);
    QCOMPARE(caption.text(), QString());
    player.show(plainDel());
    QCOMPARE(caption.text(), u"The warm-up is over."_s);
    player.setPosition(120ms);
    QCOMPARE(caption.text(), u"A is paused."_s);
    QCOMPARE(caption.accessibleName(), caption.text());
    player.setPosition(200ms); // nothing happens in between
    QCOMPARE(caption.text(), u"A is paused."_s);
    player.show(manyWorkers(3, 1));
    player.step(1);
    QVERIFY2(caption.text().startsWith(u"w0 asks for"_s), qPrintable(caption.text())); // its name is not W0
    player.setPosition(player.end());
    QVERIFY2(caption.text().startsWith(u"w2"_s) || caption.text().startsWith(u"The run"_s), qPrintable(caption.text()));
    player.show(nullptr);
    QCOMPARE(caption.text(), QString());
}

void PlayerBarTest::caption_omitsTheSource()
{
    lockcore::test::HistoryBuilder story{300ms};
    story.worker("A").at(5).add(lockcore::entry::Begun{}).at(10).acquire("A");
    story.at(11).add(lockcore::entry::Located{{"A", 1}, "lock.py", 3}).at(12).takes("A").ok("A");
    RunPlayer player;
    CaptionLine caption(&player);
    player.show(shownRun(story.end()));
    player.setPosition(11ms);
    QVERIFY2(caption.text().startsWith(u"A asks for"_s), qPrintable(caption.text()));
}

LOCKSCOPE_TEST(PlayerBarTest)
#include "tst_player_bar.moc"
