// SPDX-License-Identifier: MIT
// The cards of the workers: what they say at moments of the plain DEL, and what their buttons, keys and menus ask for.
#include "story_run.h"
#include "support/test_program.h"

#include "ui/lab/cards/worker_card.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/cards/worker_words.h"

#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::tests;
using namespace Qt::Literals::StringLiterals;

namespace {

QString textOf(const WorkerCard *card, const QString &name) { return card->findChild<QLabel *>(name)->text(); }

QToolButton *buttonOf(const WorkerCard *card, const QString &text)
{
    for (auto *button : card->findChildren<QToolButton *>()) {
        if (button->accessibleName() == text)
            return button;
    }
    return nullptr;
}

RunMoment crowd(int workers)
{
    RunMoment moment;
    for (int i = 0; i < workers; ++i) {
        WorkerMoment worker;
        worker.name = "w" + std::to_string(i);
        worker.incarnation = 1;
        worker.lock = "stock";
        worker.state = WorkerSpan::State::Waiting;
        moment.workers.push_back(worker);
    }
    return moment;
}

} // namespace

class TestWorkerCards final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void belief_isComparedWithRedis();
    void severalLocks_areNamed();
    void everyKindOfMoment_hasWords();
    void playedRun_hasNoActions();
    void liveRun_actsByButton();
    void liveRun_actsByKeyOnTheFocusedCard();
    void pauseAndCrash_becomeResumeAndRestart();
    void pauseOfAnIdleWorker_saysThatNothingWillBeSeen();
    void arrowKeys_moveBetweenCards();
    void crowd_showsImportantWorkersAndCountsTheRest();
    void crowd_showsTheChosenWorker();
    void crowd_doesNotStall();
    void controls_haveNames();

private:
    std::unique_ptr<WorkerCards> m_cards;
};

void TestWorkerCards::init()
{
    m_cards = std::make_unique<WorkerCards>();
    m_cards->resize(400, 700);
    m_cards->show();
    m_cards->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_cards.get()));
}

void TestWorkerCards::belief_isComparedWithRedis()
{
    const auto run = runOfStory("plain DEL after expiry");
    m_cards->showMoment(momentOf(run, 350));
    QCOMPARE(m_cards->cards().size(), 3);
    const auto *const a = m_cards->cards()[0];
    QCOMPARE(textOf(a, u"name"_s), u"A"_s);
    QCOMPARE(textOf(a, u"state"_s), u"◆ working without the lock"_s);
    QCOMPARE(textOf(a, u"belief"_s), u"✗ believes that it holds the lock; in Redis it is B's"_s);
    QVERIFY(a->accessibleName().contains(u"in Redis it is B's"_s));
    QCOMPARE(textOf(m_cards->cards()[1], u"belief"_s), u"believes that it holds the lock, and so says Redis"_s);
    m_cards->showMoment(momentOf(run, 15));
    QCOMPARE(textOf(a, u"state"_s), u"◆ working"_s);
    QCOMPARE(textOf(m_cards->cards()[1], u"belief"_s), u"asks for the lock; in Redis it is A's"_s);
    m_cards->showMoment(momentOf(run, 405));
    QCOMPARE(textOf(m_cards->cards()[1], u"belief"_s), u"✗ believes that it holds the lock; in Redis it is nobody's"_s);
}

void TestWorkerCards::severalLocks_areNamed()
{
    RunMoment moment;
    moment.severalLocks = true;
    moment.locks = {{"accounts", 0, {Incarnation{"A", 1}}, {}}, {"ledger", 0, {Incarnation{"B", 1}}, {}}};
    WorkerMoment worker;
    worker.name = "A";
    worker.incarnation = 1;
    QCOMPARE(beliefText(worker, moment).text, u"holds no lock"_s);
    worker.lock = "ledger";
    worker.state = WorkerSpan::State::Waiting;
    worker.believes = worker.holds = true;
    worker.count = 1;
    worker.locks = {{"accounts", 1, false, true}};
    QCOMPARE(beliefText(worker, moment).text,
             u"accounts: believes that it holds the lock, and so says Redis\nledger: asks for the lock; in Redis it is B's"_s);
    worker.state = WorkerSpan::State::Working;
    worker.contradicted = true;
    worker.locks = {{"accounts", 1, false, true}, {"ledger", 1, true, false}};
    QVERIFY(beliefText(worker, moment).tone == Tone::Danger);
    QVERIFY(beliefText(worker, moment).text.endsWith(u"\nledger: ✗ believes that it holds the lock; in Redis it is B's"_s));
    QCOMPARE(workerStateText(worker), u"◆ working, has lost a lock"_s);
}

void TestWorkerCards::everyKindOfMoment_hasWords()
{
    auto moment = crowd(1);
    auto &worker = moment.workers[0];
    QCOMPARE(beliefText(worker, moment).text, u"asks for the lock"_s); // the Lab did not read values
    worker.believes = true;
    worker.count = 2;
    QCOMPARE(beliefText(worker, moment).text, u"believes that it holds the lock 2 times; Redis was not checked"_s);
    moment.locks = {{"stock", 0, {Incarnation{"w1", 1}}, {}}, {"stock", 1, {Incarnation{"w1", 1}}, {}}, {"stock", 2, {}, {}}};
    QCOMPARE(holdersText(moment, "stock"), u"w1's on 2 of 3 servers"_s);
    worker.believes = false;
    worker.holds = true;
    worker.state = WorkerSpan::State::Dead;
    worker.incarnation = 2;
    QCOMPARE(workerName(worker), u"w0#2"_s);
    QCOMPARE(workerStateText(worker), u"✗ dead"_s);
    QCOMPARE(beliefText(worker, moment).text, u"▲ dead, but Redis still shows it as the holder"_s);
    worker.network = entry::NetworkFault::HoldReply;
    QCOMPARE(networkText(worker), u"reply held"_s);
    worker.name = "<b>\x01";
    QCOMPARE(workerName(worker), u"<b>\\x01#2"_s);
}

void TestWorkerCards::playedRun_hasNoActions()
{
    m_cards->showMoment(crowd(1));
    const auto *const card = m_cards->cards()[0];
    QVERIFY(!buttonOf(card, u"Crash"_s)->isVisible());
    QVERIFY(m_cards->findChild<QLabel *>(u"hint"_s)->isVisible());
    QSignalSpy acts(m_cards.get(), &WorkerCards::actRequested);
    m_cards->cards()[0]->setFocus();
    QTest::keyClick(m_cards->cards()[0], Qt::Key_C);
    QCOMPARE(acts.size(), 0);
}

void TestWorkerCards::liveRun_actsByButton()
{
    m_cards->setLease(Milliseconds(600));
    m_cards->showMoment(crowd(2));
    m_cards->setLive(true);
    QVERIFY(!m_cards->findChild<QLabel *>(u"hint"_s)->isVisible());
    QSignalSpy acts(m_cards.get(), &WorkerCards::actRequested);
    const std::vector<std::pair<QString, Action>> buttons = {{u"Crash"_s, Action::Kill},        {u"Pause"_s, Action::Pause},
                                                             {u"Stall"_s, Action::Stall},       {u"Cut"_s, Action::BlackHole},
                                                             {u"Slow"_s, Action::DelayReplies}, {u"Hold reply"_s, Action::HoldReply}};
    for (const auto &[text, action] : buttons) {
        auto *const button = buttonOf(m_cards->cards()[1], text);
        QVERIFY2(button && button->isVisible() && button->isEnabled(), qPrintable(text));
        QTest::mouseClick(button, Qt::LeftButton);
        const auto fault = acts.takeLast().at(0).value<Fault>();
        QVERIFY(fault.action == action);
        QCOMPARE(fault.who, std::string("w1"));
        if (action == Action::Stall)
            QVERIFY(fault.by == Milliseconds(1200));
    }
    QVERIFY(!buttonOf(m_cards->cards()[1], u"Heal"_s)->isVisible()); // nothing is wrong with its network
}

void TestWorkerCards::liveRun_actsByKeyOnTheFocusedCard()
{
    m_cards->showMoment(crowd(3));
    m_cards->setLive(true);
    QSignalSpy acts(m_cards.get(), &WorkerCards::actRequested);
    QSignalSpy chosen(m_cards.get(), &WorkerCards::chosen);
    m_cards->cards()[2]->setFocus();
    QTRY_VERIFY(m_cards->cards()[2]->hasFocus());
    QCOMPARE(chosen.takeLast().at(0).toString(), u"w2"_s);
    QTest::keyClick(m_cards->cards()[2], Qt::Key_P);
    QCOMPARE(acts.size(), 1);
    QVERIFY(acts[0].at(0).value<Fault>().action == Action::Pause);
    QCOMPARE(acts[0].at(0).value<Fault>().who, std::string("w2"));
    QCOMPARE(m_cards->cards()[2]->actions().size(), 7); // the actions of its menu
}

void TestWorkerCards::pauseAndCrash_becomeResumeAndRestart()
{
    auto moment = crowd(2);
    moment.workers[0].state = WorkerSpan::State::Paused;
    moment.workers[0].network = entry::NetworkFault::BlackHole;
    moment.workers[1].state = WorkerSpan::State::Dead;
    m_cards->showMoment(moment);
    m_cards->setLive(true);
    QSignalSpy acts(m_cards.get(), &WorkerCards::actRequested);
    const auto press = [&](int card, const QString &text) {
        buttonOf(m_cards->cards()[card], text)->click();
        return acts.takeLast().at(0).value<Fault>().action;
    };
    QVERIFY(press(0, u"Resume"_s) == Action::Resume);
    QVERIFY(press(0, u"Heal"_s) == Action::Pass);
    QVERIFY(press(1, u"Restart"_s) == Action::Restart);
    QVERIFY(!buttonOf(m_cards->cards()[1], u"Pause"_s)->isEnabled());
}

void TestWorkerCards::pauseOfAnIdleWorker_saysThatNothingWillBeSeen()
{
    const auto text = [&](std::optional<WorkerSpan::State> before) {
        RunMoment moment;
        WorkerMoment worker;
        worker.name = "A";
        worker.incarnation = 1;
        worker.lock = "stock";
        for (const auto state : {before, std::optional(WorkerSpan::State::Paused)}) {
            worker.state = state;
            moment.workers = {worker};
            m_cards->showMoment(moment);
        }
        return textOf(m_cards->cards().front(), u"belief"_s);
    };
    m_cards->setLive(true);
    QVERIFY2(text(std::nullopt).contains(u"pause it while it is inside"_s), qPrintable(text(std::nullopt)));
    for (const auto busy : {WorkerSpan::State::Waiting, WorkerSpan::State::Working})
        QVERIFY(!text(busy).contains(u"pause it while it is inside"_s));
    m_cards->setLive(false); // of a run that is over, nothing can be mended
    QVERIFY(!text(std::nullopt).contains(u"pause it while it is inside"_s));
}

void TestWorkerCards::arrowKeys_moveBetweenCards()
{
    m_cards->showMoment(crowd(3));
    m_cards->cards()[0]->setFocus();
    QTest::keyClick(m_cards->cards()[0], Qt::Key_Down);
    QVERIFY(m_cards->cards()[1]->hasFocus());
    QTest::keyClick(m_cards->cards()[1], Qt::Key_Up);
    QVERIFY(m_cards->cards()[0]->hasFocus());
}

void TestWorkerCards::crowd_showsImportantWorkersAndCountsTheRest()
{
    auto moment = crowd(200);
    moment.workers[150].contradicted = moment.workers[150].believes = true;
    moment.workers[199].state = WorkerSpan::State::Paused;
    moment.workers[3].state.reset();
    m_cards->showMoment(moment);
    QCOMPARE(m_cards->cards().size(), qsizetype(WorkerCards::mostCards));
    const auto names = [&] {
        std::set<std::string> all;
        for (const auto *card : m_cards->cards())
            all.insert(card->worker());
        return all;
    }();
    QVERIFY(names.contains("w150") && names.contains("w199") && !names.contains("w3"));
    QCOMPARE(m_cards->others(), u"And 188 other workers: 187 waiting, 1 idle"_s);
    m_cards->showMoment(crowd(2));
    QCOMPARE(m_cards->cards().size(), 2);
    QVERIFY(m_cards->others().isEmpty());
}

void TestWorkerCards::crowd_showsTheChosenWorker()
{
    m_cards->showMoment(crowd(200));
    auto *const names = m_cards->findChild<QComboBox *>(u"names"_s);
    QVERIFY(names->isVisible());
    names->setCurrentIndex(names->findText(u"w77"_s));
    names->activated(names->currentIndex());
    QTRY_VERIFY(std::ranges::any_of(m_cards->cards(), [](const auto *card) { return card->worker() == "w77" && card->hasFocus(); }));
}

void TestWorkerCards::crowd_doesNotStall()
{
    auto moment = crowd(200);
    m_cards->setLive(true);
    m_cards->showMoment(moment);
    QElapsedTimer timer;
    timer.start();
    constexpr int times = 50;
    for (int i = 0; i < times; ++i) {
        auto &worker = moment.workers[static_cast<std::size_t>(i) * 3];
        worker.believes = worker.holds = true;
        worker.command = "SET";
        m_cards->showMoment(moment);
        QCoreApplication::processEvents();
    }
    const auto each = static_cast<double>(timer.elapsed()) / times;
    qInfo("200 workers: %.1f ms for each moment", each);
    QVERIFY2(each < 200, "far more than a frame, on whatever machine");
}

void TestWorkerCards::controls_haveNames()
{
    m_cards->showMoment(crowd(200));
    m_cards->setLive(true);
    for (const auto *widget : m_cards->findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus)
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

LOCKSCOPE_TEST(TestWorkerCards)

#include "tst_worker_cards.moc"
