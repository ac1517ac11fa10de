// SPDX-License-Identifier: MIT
// The question before a decisive moment: what is asked, what is right, and when the player stops for it.
#include "lab_story.h"
#include "support/eventually.h"
#include "support/test_program.h"
#include "ui/nameless_controls.h"

#include "ui/lab/player/run_player.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/decisive_question.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextEdit>

using namespace lockscope;
using namespace lockscope::test;
using lockcore::Milliseconds;
using lockcore::test::eventually;
using lockcore::test::HistoryBuilder;
using namespace lockcore::entry;
using namespace Qt::Literals::StringLiterals;

namespace {

template <class What>
std::uint64_t entryIn(const ShownRunPtr &run, const std::function<bool(const What &)> &is)
{
    for (const auto &entry : run->report.history.entries) {
        const auto *what = std::get_if<What>(&entry.what);
        if (what && is(*what))
            return entry.number;
    }
    return 0;
}

std::uint64_t turnOf(const ShownRunPtr &run, const std::string &who, const std::string &command)
{
    return entryIn<Turn>(run, [&](const Turn &turn) { return turn.who && turn.who->worker == who && turn.command == command; });
}

std::optional<Question> ask(const ShownRunPtr &run, std::uint64_t entry) { return questionAbout(run->report, run->moments, entry); }

QString rightOf(const std::optional<Question> &question)
{
    if (!question)
        return u"no question"_s;
    QStringList right;
    for (const auto &answer : question->answers) {
        if (answer.right)
            right << answer.text;
    }
    return right.join(u'|');
}

// A is the only worker, and releases its lock.
ShownRunPtr quietRun()
{
    HistoryBuilder story{Milliseconds(300)};
    story.worker("A").worker("B").at(5).add(Begun{});
    story.at(10).gets("A").at(20).enter("A").read("A", 0, 100).at(30).write("A", 0, 99, 1).exit("A");
    story.at(40).release("A").removes("A", "A").ok("A");
    return shownRun(story.end());
}

struct Playing
{
    explicit Playing(bool asks = true)
    {
        panel.resize(900, 200);
        panel.setAsks(asks);
        player.show(plainDel());
        player.setSpeed(1);
    }

    QPushButton *answer(int number) const { return panel.findChild<QPushButton *>(u"askAnswer%1"_s.arg(number)); }
    bool stops()
    {
        return eventually([this] { return !player.isPlaying(); });
    }

    RunPlayer player;
    AskPanel panel{&player};
};

} // namespace

class TestDecisiveQuestion final : public QObject
{
    Q_OBJECT

private slots:
    void delByAnother_removesItsLock();
    void ownDel_removesOwnLock();
    void delWithoutKey_doesNothing();
    void expiry_isNotNoticedByAPausedWorker();
    void grantDuringAnothersBelief_isAsked();
    void write_isLostOrNot();
    void everythingElse_asksNothing();
    void answers_haveOneRightAnswer();
    void player_stopsJustBeforeAndContinues();
    void answer_isRevealedByKey();
    void question_isAskedOnce();
    void disabledQuestion_doesNotStop();
    void otherPosition_keepsTheQuestion();
    void controls_haveNames();
};

void TestDecisiveQuestion::delByAnother_removesItsLock()
{
    const auto run = plainDel();
    const auto question = ask(run, turnOf(run, "A", "DEL"));
    QCOMPARE(rightOf(question), u"It removes B's lock"_s);
    QVERIFY(question->text.startsWith(u"A's DEL"_s));
    QVERIFY(question->answers.front().why.contains(u"R1"_s)); // the referee's sentence
}

void TestDecisiveQuestion::ownDel_removesOwnLock()
{
    const auto run = quietRun();
    QCOMPARE(rightOf(ask(run, turnOf(run, "A", "DEL"))), u"It removes A's own lock"_s);
}

void TestDecisiveQuestion::delWithoutKey_doesNothing()
{
    HistoryBuilder story{Milliseconds(300)};
    story.worker("A").worker("B").at(5).add(Begun{});
    story.at(10).gets("A").at(310).expires("A").at(320).release("A").turn("A", "DEL", Verb::Free).ok("A");
    const auto run = shownRun(story.end());
    QCOMPARE(rightOf(ask(run, turnOf(run, "A", "DEL"))), u"Nothing: there is nothing of A to remove"_s);
}

void TestDecisiveQuestion::expiry_isNotNoticedByAPausedWorker()
{
    const auto run = plainDel();
    const auto expiry = entryIn<KeyChanged>(run, [](const KeyChanged &change) { return change.event == KeyEvent::Expired; });
    const auto question = ask(run, expiry);
    QCOMPARE(rightOf(question), u"No: it goes on as if it had the lock"_s);
    QVERIFY2(question->text.contains(u"paused"_s), qPrintable(question->text));
}

void TestDecisiveQuestion::grantDuringAnothersBelief_isAsked()
{
    const auto run = plainDel();
    const auto grant = [&](const std::string &element) {
        return entryIn<KeyChanged>(
            run, [&](const KeyChanged &change) { return change.event == KeyEvent::Created && change.element == element; });
    };
    QCOMPARE(rightOf(ask(run, grant("B"))), u"Yes: there is no such key any more"_s);
    QVERIFY(!ask(run, grant("A"))); // no other worker believes that it has the lock
}

void TestDecisiveQuestion::write_isLostOrNot()
{
    const auto run = plainDel();
    const auto write = [&](const std::string &who) {
        return entryIn<Accessed>(run, [&](const Accessed &access) { return access.step == Step::Write && access.who.worker == who; });
    };
    QCOMPARE(rightOf(ask(run, write("A"))), u"It accepts that, and nothing is lost"_s);
    QCOMPARE(rightOf(ask(run, write("B"))), u"It accepts that, and another's write is lost"_s);
}

void TestDecisiveQuestion::everythingElse_asksNothing()
{
    const auto run = plainDel();
    QVERIFY(!ask(run, 0));
    QVERIFY(!ask(run, run->report.history.entries.size() + 1));
    QVERIFY(!ask(run, entryIn<Paused>(run, [](const Paused &) { return true; })));
    QVERIFY(!ask(run, entryIn<Accessed>(run, [](const Accessed &access) { return access.step == Step::Enter; })));
}

void TestDecisiveQuestion::answers_haveOneRightAnswer()
{
    const auto run = plainDel();
    int questions = 0;
    for (const auto &mark : run->lanes.marks) {
        const auto question = ask(run, mark.number);
        if (!question)
            continue;
        ++questions;
        QVERIFY(question->answers.size() >= 2 && question->answers.size() <= 3);
        QCOMPARE(
            std::count_if(question->answers.begin(), question->answers.end(), [](const lockscope::Answer &answer) { return answer.right; }),
            1);
        for (const auto &answer : question->answers)
            QVERIFY2(answer.why.startsWith(answer.right ? u"Yes. "_s : u"No. "_s) && answer.why.endsWith(u'.'), qPrintable(answer.why));
    }
    QVERIFY(questions >= 3);
}

void TestDecisiveQuestion::player_stopsJustBeforeAndContinues()
{
    Playing room;
    room.player.setPlaying(true);
    QVERIFY(room.stops());
    QVERIFY(room.panel.isAsking());
    QVERIFY(!room.panel.text().isEmpty());
    const auto &marks = room.player.run()->lanes.marks;
    const auto next = std::ranges::upper_bound(marks, room.player.position(), {}, &lockcore::LaneMark::at);
    QVERIFY(next != marks.end());
    QCOMPARE((next->at - room.player.position()).count(), 1);
    const auto before = room.player.position();
    room.player.setPlaying(true); // as Space does, without an answer
    QVERIFY(!room.panel.isAsking());
    QVERIFY(room.panel.isHidden());
    QVERIFY(eventually([&] { return room.player.position() > before + Milliseconds(1) || !room.player.isPlaying(); }));
}

void TestDecisiveQuestion::answer_isRevealedByKey()
{
    Playing room;
    room.player.setPlaying(true);
    QVERIFY(room.stops());
    room.panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&room.panel));
    QTest::keyClick(&room.panel, Qt::Key_3);
    QVERIFY(!room.panel.isAsking());
    int right = 0, wrong = 0;
    for (int number = 1; number <= 3; ++number) {
        right += room.answer(number)->text().startsWith(u'✓') ? 1 : 0;
        wrong += room.answer(number)->text().startsWith(u'✗') ? 1 : 0;
    }
    QCOMPARE(right, 1);
    QVERIFY(wrong <= 1);
    QVERIFY(!room.panel.findChild<QTextEdit *>(u"askWhy"_s)->toPlainText().isEmpty());
    const auto said = room.answer(1)->text();
    QTest::keyClick(&room.panel, Qt::Key_1); // the question was answered
    QCOMPARE(room.answer(1)->text(), said);
}

void TestDecisiveQuestion::question_isAskedOnce()
{
    Playing room;
    QStringList asked;
    room.player.setPlaying(true);
    for (int i = 0; i < 20 && room.player.position() < room.player.end(); ++i) {
        QVERIFY(room.stops());
        if (!room.panel.isAsking())
            break;
        asked << room.panel.text();
        room.player.setPlaying(true);
    }
    QVERIFY(asked.size() >= 3);
    asked.removeDuplicates();
    room.player.setPosition(room.player.begin());
    room.player.setPlaying(true);
    QVERIFY(room.stops());
    QCOMPARE(room.player.position(), room.player.end()); // the second time it is no question any more
}

void TestDecisiveQuestion::disabledQuestion_doesNotStop()
{
    Playing room(false);
    room.player.setPlaying(true);
    QVERIFY(room.stops());
    QCOMPARE(room.player.position(), room.player.end());
    QVERIFY(room.panel.isHidden());
}

void TestDecisiveQuestion::otherPosition_keepsTheQuestion()
{
    Playing room;
    room.player.setPlaying(true);
    QVERIFY(room.stops());
    const auto question = room.panel.text();
    room.player.setPosition(room.player.begin()); // as a click into the timeline does
    room.player.step(1);
    QVERIFY(room.panel.isAsking());
    QCOMPARE(room.panel.text(), question);
    room.player.show(quietRun());
    QVERIFY(room.panel.isHidden()); // it was about the other run
}

void TestDecisiveQuestion::controls_haveNames()
{
    Playing room;
    room.player.setPlaying(true);
    QVERIFY(room.stops());
    QCOMPARE(nameless(room.panel), QStringList());
}

LOCKSCOPE_TEST(TestDecisiveQuestion)
#include "tst_decisive_question.moc"
