// SPDX-License-Identifier: MIT
// The Explorer's page with an engine that is told what it finds: states, selection, keys.
#include "explore_room/told_explore_engine.h"
#include "support/test_program.h"
#include "ui/nameless_controls.h"

#include "ui/explore/comparison_view.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/finding_list.h"
#include "ui/explore/scripts_dialog.h"
#include "ui/explore/search_form.h"
#include "ui/explore/step_model.h"
#include "ui/explore/step_view.h"
#include "ui/widgets/source_view.h"
#include "ui/widgets/state_panel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace lockscope;
using namespace lockcore::explorer;
using lockscope::test::ToldExploreEngine;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = Move::Kind;

namespace {

ExploreStep step(int event, int at, int worker, Kind kind, const QString &what, std::vector<int> inside, int line = 0)
{
    ExploreStep step;
    step.event = event;
    step.first = static_cast<std::size_t>(event);
    step.at = at;
    step.worker = worker;
    step.kind = kind;
    step.what = what;
    step.isFault = kind == Kind::Pauses || kind == Kind::Crashes;
    step.inside = std::move(inside);
    if (line > 0) {
        step.file = "lockcore/locks/token.cpp";
        step.line = line;
    }
    return step;
}

ExploreFinding brokenExclusion()
{
    ExploreFinding finding;
    finding.title = u"mutual exclusion"_s;
    finding.sentence = u"violated, with pause=11ms"_s;
    finding.verdict = Verdict::Violated;
    finding.trace = u"1:token:w2:told:0000"_s;
    finding.shown = {step(1, 0, 0, Kind::Executes, u"SET lock token-Aa → OK"_s, {0}, 12), step(2, 0, 0, Kind::Pauses, u"IS PAUSED"_s, {0}),
                     step(2, 21, TraceStep::nobody, Kind::TimePasses, {}, {0}),
                     step(3, 21, 1, Kind::Executes, u"SET lock token-Ba → OK"_s, {0, 1}, 12)};
    finding.shown[0].keys = {{0, u"lock"_s, u"\"token-Aa\""_s, 20}};
    finding.shown[0].changesKeys = true;
    finding.shown[3].why = u"The lock excludes nobody any more: A and B are inside at once."_s;
    return finding;
}

ExploreResult told(bool broken, bool withFrontier)
{
    ExploreResult result;
    result.protocol = u"token"_s;
    result.server = u"redis 7.0.15"_s;
    result.bounds = u"2 workers"_s;
    result.workers = 2;
    result.states = 56'263;
    result.remarks = {u"Run once more on a fresh server."_s};
    auto held = ExploreFinding();
    held.title = u"no immortal lock"_s;
    held.sentence = u"held"_s;
    held.verdict = Verdict::Held;
    auto exclusion = brokenExclusion();
    if (!broken) {
        exclusion = held;
        exclusion.title = u"mutual exclusion"_s;
    }
    result.findings = {exclusion, held};
    result.hasFrontier = true;
    if (withFrontier) {
        result.frontier = {{u"a pause of 11 ms or more"_s, u"mutual exclusion"_s, u"11"_s, true, true, {brokenExclusion()}},
                           {u"a crash"_s, u"–"_s, u"–"_s, false, true, {}}};
    }
    return result;
}

ExploreResultPtr shared(ExploreResult result) { return std::make_shared<const ExploreResult>(std::move(result)); }

} // namespace

class ExplorePageTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_unique<ToldExploreEngine>();
        m_page = std::make_unique<ExplorePage>(m_engine.get());
        m_page->resize(1216, 660); // of a window of 1280×720
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        m_engine.reset();
    }

    void nothingSearched_saysWhatItIsAndOffersIt()
    {
        QVERIFY(m_page->state()->isVisible());
        QVERIFY(m_page->state()->explanation().contains(u"every order of events"_s));
        action(u"Explore"_s)->trigger();
        QCOMPARE(m_engine->wishes.size(), std::size_t(1));
        QCOMPARE(m_engine->wishes[0].bounds.protocol, std::string("set-nx-del"));
        QVERIFY(m_engine->asked[0]);
        QVERIFY(m_engine->wishes[0].isUsual);
        QVERIFY(!action(u"Explore"_s)->isEnabled());
        QVERIFY(action(u"Cancel"_s)->isEnabled());
    }

    void progress_isShownWhileItSearches()
    {
        action(u"Explore"_s)->trigger();
        m_engine->told = {1'234'567, 89'000, 41};
        QTRY_VERIFY(m_page->state()->explanation().contains(QLocale().toString(1'234'567)));
        QVERIFY(m_page->state()->explanation().contains(u"depth 41"_s));
        action(u"Cancel"_s)->trigger();
        QCOMPARE(m_engine->cancels, 1);
        QVERIFY(action(u"Explore"_s)->isEnabled());
        QVERIFY(m_page->state()->explanation().contains(u"every order of events"_s)); // nothing was found: back to the beginning
    }

    void violation_isShownAtItsLastStepWithWhy()
    {
        explored(told(true, false));
        QVERIFY(m_page->steps()->isVisible());
        QCOMPARE(m_page->steps()->step(), 3);
        QVERIFY(m_page->caption().contains(u"A and B are inside at once"_s));
        QVERIFY(m_page->status().contains(u"fresh server"_s));
        QCOMPARE(m_page->findChild<QLabel *>(u"verdict"_s)->text(), u"mutual exclusion: violated, with pause=11ms"_s);
        const QAbstractItemModelTester tester(m_page->steps()->model());
        const QAbstractItemModelTester list(m_page->findings()->model());
    }

    void keys_goFromStepToStep()
    {
        explored(told(true, false));
        auto *steps = m_page->steps();
        steps->setFocus();
        QTest::keyClick(steps, Qt::Key_Left);
        QCOMPARE(steps->step(), 2);
        QCOMPARE(m_page->caption(), QString());
        QTest::keyClick(steps, Qt::Key_Home);
        QCOMPARE(steps->step(), 0);
        QTest::keyClick(steps, Qt::Key_Left);
        QCOMPARE(steps->step(), 0);
        QTest::keyClick(steps, Qt::Key_Right);
        QCOMPARE(steps->step(), 1);
        QTest::keyClick(steps, Qt::Key_Down);
        QCOMPARE(steps->step(), 2);
        QTest::keyClick(steps, Qt::Key_End);
        QCOMPARE(steps->step(), 3);
    }

    void source_isLitWhereTheWorkersAre()
    {
        explored(told(true, false));
        const auto lit = m_page->source()->lit();
        QCOMPARE(lit.size(), 2);
        QCOMPARE(lit[0].name, u"B"_s); // who acts is first
        QCOMPARE(lit[0].line, 12);
        m_page->steps()->goTo(1);
        QCOMPARE(m_page->source()->lit().size(), 1);
        QCOMPARE(m_page->source()->lit()[0].name, u"A"_s);
        QVERIFY(m_page->source()->toPlainText().contains(u"co_await"_s));
    }

    void lanes_followTheWorkers()
    {
        explored(told(true, false));
        const auto lane = [&](int row, int worker) {
            return m_page->steps()->model()->index(row, StepModel::firstLane + worker).data(StepModel::LaneRole).value<StepModel::Lane>();
        };
        using Life = StepModel::Lane::Life;
        QVERIFY(lane(0, 0).life == Life::Inside && lane(0, 0).acts);
        QVERIFY(lane(0, 1).life == Life::Away);
        QVERIFY(lane(1, 0).life == Life::Paused && lane(1, 0).isFault);
        QVERIFY(lane(2, 0).life == Life::Paused); // time does not wake it
        QVERIFY(lane(3, 1).life == Life::Inside);
    }

    void frontier_comesLaterAndTheChosenStepStays()
    {
        explored(told(true, false));
        m_page->steps()->goTo(1);
        emit m_engine->found(shared(told(true, true)));
        m_engine->end();
        QCOMPARE(m_page->steps()->step(), 1);
        auto *findings = m_page->findings();
        QCOMPARE(findings->model()->rowCount(), 6); // two verdicts, the heading, a fault with what it breaks, one that breaks nothing
        QCOMPARE(findings->currentIndex().row(), 0);
        QVERIFY(!(findings->model()->index(3, 0).flags() & Qt::ItemIsSelectable));
        findings->setCurrentIndex(findings->model()->index(4, 0));
        QCOMPARE(findings->currentIndex().data(Qt::AccessibleTextRole).toString(), u"a pause of 11 ms or more: mutual exclusion"_s);
        QCOMPARE(m_page->steps()->step(), 3);
        findings->setCurrentIndex(findings->model()->index(5, 0));
        QVERIFY(!m_page->steps()->isVisible());
        QVERIFY(!action(u"Copy trace"_s)->isEnabled());
    }

    void heldLock_claimsNoMoreThanItsBounds()
    {
        explored(told(false, false));
        QCOMPARE(m_page->findChild<QLabel *>(u"verdict"_s)->text(), u"Nothing breaks it within these bounds"_s);
        QVERIFY(!m_page->steps()->isVisible());
        auto notComplete = told(false, false);
        notComplete.isComplete = false;
        explored(notComplete);
        QVERIFY(m_page->findChild<QLabel *>(u"verdict"_s)->text().contains(u"not complete"_s));
        QVERIFY(m_page->findings()->model()->index(0, 0).data(FindingModel::SentenceRole).toString().contains(u"not complete"_s));
    }

    void scriptThatNeverAcquires_isNotCalledUnbroken()
    {
        auto result = told(false, false);
        for (auto &finding : result.findings)
            finding.verdict = Verdict::NotExercised;
        result.hasFrontier = false;
        result.remarks = {u"A worker that is alone never gets the lock."_s};
        explored(result);
        QCOMPARE(m_page->findChild<QLabel *>(u"verdict"_s)->text(), u"Nothing was put to the test"_s);
        const auto labels = m_page->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) { return label->text().startsWith(u"A worker that is alone"_s); }));
        QVERIFY(!m_page->source()->isVisible());
    }

    void failure_isASentenceWithANextStep()
    {
        action(u"Explore"_s)->trigger();
        emit m_engine->failed(u"There is no redis-server: install the package redis-server."_s);
        m_engine->end();
        QVERIFY(m_page->state()->isVisible());
        QVERIFY(m_page->state()->explanation().contains(u"install the package"_s));
        auto *next = m_page->state()->findChild<QPushButton *>();
        QVERIFY(next->isVisible());
        next->click();
        QCOMPARE(m_engine->wishes.size(), std::size_t(2));
    }

    void hugeSearch_isAskedAboutFirst()
    {
        action(u"Explore"_s)->trigger();
        emit m_engine->tooLarge(u"this search has about 3,000 million states, 2 hours"_s);
        m_engine->end();
        QVERIFY(m_page->state()->explanation().contains(u"2 hours"_s));
        m_page->state()->findChild<QPushButton *>()->click();
        QCOMPARE(m_engine->wishes.size(), std::size_t(2));
        QVERIFY(!m_engine->asked[1]);
    }

    void trace_isCopied()
    {
        explored(told(true, false));
        action(u"Copy trace"_s)->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"1:token:w2:told:0000"_s);
    }

    void replayInRealTime_movesTheSteps()
    {
        explored(told(true, false));
        action(u"Play in real time"_s)->trigger();
        QCOMPARE(m_engine->replayedTraces, QStringList(u"1:token:w2:told:0000"_s));
        emit m_engine->stepped(1);
        QCOMPARE(m_page->steps()->step(), 0);
        emit m_engine->stepped(2);
        QCOMPARE(m_page->steps()->step(), 2);
        emit m_engine->replayed(u"In real time: the same."_s, true);
        m_engine->end();
        QCOMPARE(m_page->status(), u"In real time: the same."_s);
        QVERIFY(m_page->steps()->isVisible());
    }

    void form_saysWhatIsSearched()
    {
        auto *form = m_page->form();
        form->chooseProtocol(u"redlock"_s);
        QCOMPARE(form->wish().bounds.servers, 3);
        QCOMPARE(form->wish().bounds.rounds, 1);
        form->chooseProtocol(u"token"_s);
        field(u"Work"_s)->setValue(10);
        field(u"Or work of"_s)->setValue(30);
        QVERIFY(form->wish().bounds.work == 30ms && form->wish().bounds.otherWork == 10ms);
        auto *which = form->findChild<QComboBox *>(u"whichFaults"_s);
        QVERIFY(!form->findChild<QSpinBox *>(u"crash"_s)->isVisible());
        which->setCurrentIndex(1);
        QVERIFY(form->findChild<QSpinBox *>(u"crash"_s)->isVisible());
        form->findChild<QSpinBox *>(u"crash"_s)->setValue(2);
        form->findChild<QSpinBox *>(u"pause"_s)->setValue(15);
        const auto wish = form->wish();
        QVERIFY(!wish.isUsual);
        QCOMPARE(toString(wish.bounds.faults, wish.bounds.pause), std::string("crash=2 pause=15ms"));
        QCOMPARE(wish.faults.size(), std::size_t(6)); // none to two crashes, with a pause or without
    }

    void ownScripts_areWrittenAndSearched()
    {
        auto *form = m_page->form();
        auto *protocol = form->findChild<QComboBox *>(u"protocol"_s);
        protocol->setCurrentIndex(protocol->count() - 1);
        action(u"Explore"_s)->trigger(); // without scripts: asks for them
        QVERIFY(m_engine->wishes.empty());
        auto *dialog = m_page->window()->findChild<ScriptsDialog *>();
        QVERIFY(dialog);
        dialog->release()->setPlainText(u"  "_s);
        auto *use = dialog->findChild<QPushButton *>(u"use"_s);
        QVERIFY(!use->isEnabled());
        dialog->release()->setPlainText(u"return redis.call('del', KEYS[1])"_s);
        dialog->preset()->setCurrentIndex(2);
        QVERIFY(use->isEnabled());
        QCOMPARE(nameless(*dialog), QStringList());
        use->click();
        action(u"Explore"_s)->trigger();
        QCOMPARE(m_engine->wishes.size(), std::size_t(1));
        const auto &scripts = m_engine->wishes[0].bounds.scripts;
        QVERIFY(scripts.has_value());
        QVERIFY(scripts->leaseFirst);
        QCOMPARE(scripts->acquiredWhen, std::string("nil"));
        QVERIFY(scripts->renew.empty());
    }

    void comparison_opensTheCounterexampleOfACell()
    {
        action(u"Compare all protocols"_s)->trigger();
        ExploreTable table;
        table.heads = {u"no fault"_s, u"pause of ms"_s};
        table.lines = {
            {u"token"_s,
             {},
             {{u"no fault"_s, u"–"_s, u"–"_s, false, true, {}}, {u"a pause"_s, u"M"_s, u"11"_s, true, true, {brokenExclusion()}}}},
            {u"get-then-del-watch"_s, u"Because of WATCH."_s, {}}};
        emit m_engine->compared(std::make_shared<const ExploreTable>(table));
        m_engine->end();
        auto *view = m_page->comparison()->table();
        QVERIFY(view->isVisible());
        const QAbstractItemModelTester tester(view->model());
        QCOMPARE(view->model()->index(0, 2).data().toString(), u"11"_s);
        emit view->activated(view->model()->index(0, 1)); // nothing to see there
        QVERIFY(view->isVisible());
        emit view->activated(view->model()->index(0, 2));
        QVERIFY(m_page->steps()->isVisible());
        QCOMPARE(m_page->form()->protocol(), u"token"_s);
        QVERIFY(action(u"Copy trace"_s)->isEnabled());
    }

    void everyControl_hasAName()
    {
        QCOMPARE(nameless(*m_page), QStringList());
        explored(told(true, true));
        QCOMPARE(nameless(*m_page), QStringList());
    }

    void page_fitsIntoASmallWindow()
    {
        explored(told(true, true));
        QVERIFY2(m_page->minimumSizeHint().width() <= 1216, std::to_string(m_page->minimumSizeHint().width()).c_str());
        QVERIFY2(m_page->minimumSizeHint().height() <= 660, std::to_string(m_page->minimumSizeHint().height()).c_str());
    }

private:
    void explored(const ExploreResult &result)
    {
        action(u"Explore"_s)->trigger();
        emit m_engine->found(shared(result));
        m_engine->end();
    }

    QAction *action(const QString &text) const
    {
        for (auto *action : m_page->ownActions()) {
            if (action->text().remove(u'&') == text)
                return action;
        }
        qFatal("there is no such action");
    }

    QSpinBox *field(const QString &name) const
    {
        for (auto *field : m_page->form()->findChildren<QSpinBox *>()) {
            if (field->accessibleName() == name)
                return field;
        }
        qFatal("there is no such field");
    }

    std::unique_ptr<ToldExploreEngine> m_engine;
    std::unique_ptr<ExplorePage> m_page;
};

LOCKSCOPE_TEST(ExplorePageTest)
#include "tst_explore_page.moc"
