// SPDX-License-Identifier: MIT
// The Lab's page in the real window, with real servers and workers, driven as a person does it.
#include "support/eventually.h"
#include "support/test_program.h"
#include "ui/nameless_controls.h"

#include "lockcore/judge/judge.h"
#include "lockcore/lab/record/history_file.h"
#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_card.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/worker_card.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/change/change_panel.h"
#include "ui/lab/editor/editor_dialog.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/tour.h"
#include "ui/lab/tables/result_model.h"
#include "ui/lab/tables/result_page.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/source_view.h"
#include "ui/widgets/state_panel.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace lockcore;
using namespace lockscope;
using lockcore::test::eventually;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const Verdict &verdictOf(const ShownRunPtr &run, Property property)
{
    const auto &verdicts = run->report.verdicts;
    return *std::find_if(verdicts.begin(), verdicts.end(), [=](const Verdict &verdict) { return verdict.property == property; });
}

/// Counts the layouts of all widgets.
class LayoutRequests final : public QObject
{
public:
    LayoutRequests() { qApp->installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }

    int count = 0;
};

// A layout that asks for another one without end keeps a processor busy.
bool comesToRest()
{
    LayoutRequests requests;
    return eventually(
        [&] {
            const auto before = requests.count;
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
            return requests.count == before;
        },
        30s);
}

template <class T>
bool hasEntry(const History &history)
{
    return std::any_of(history.entries.begin(), history.entries.end(),
                       [](const auto &entry) { return std::holds_alternative<T>(entry.what); });
}

} // namespace

class LabPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void run_isPlayedAndThenShownSlowly();
    void verdict_matchesTheHistoryOnDisk();
    void twin_isShownBelowAndCanBeRemoved();
    void byHand_actionsAreInTheHistory();
    void byHand_buttonsOfBothAreInSight();
    void byHand_stallOutlastsTheStretchedLease();
    void byHand_unstackIsHidden();
    void keptRun_isOpenedWithoutAServer();
    void damagedRun_isReportedInsteadOfShown();
    void openingDuringARun_isRefusedWithReason();
    void protocol_isChangedForOneRun();
    void missingCommand_isReportedUntilTyped();
    void keysAlone_playAndScrub();
    void emptySearchField_keepsRoomShortcuts();
    void savedStory_isSelected();
    void guessFirst_listHidesTheAnswer();
    void projector_keepsTimelineCaptionAndSource();
    void everyControl_hasAName();
    void roomShortcuts_workInTheList();
    void columns_stayWhileARunIsPlayed();
    void nextRun_needsNoWiderWindow();
    void verdictNumber_selectsItsEvent();
    void clickOnWorker_showsItsLine();
    void inconclusiveVerdict_isRunAgain();
    void lowPage_showsAllLanes();
    void futureEvents_areShownOnRequest();
    void tour_asksFirstAndCoversTheStory();
    void question_comesBeforeTheStoryIsPlayed();
    void table_opensItsRunAndBackReturns();
    void tableAndRun_waitForEachOther();
    void escape_leavesATableFromAnyFocus();
    void changePanel_takesFocusAndReturnsIt();
    void changePanel_isAlsoShownFromATable();
    void unreadableFile_isReportedAndNothingIsPlayed();
    void question_isAskedAtADecisiveMoment();
    void choices_areKept();

private:
    void open();
    LabPage *page() const { return m_window->labPage(); }
    bool played() const { return !page()->desk()->isBusy() && page()->desk()->upper(); }
    void playStory(const QString &name);
    QList<QWidget *> focusable() const; ///< the widgets that can have the focus now

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
};

void LabPageTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_home->filePath(u"state"_s).toUtf8());
    qputenv("XDG_DATA_HOME", m_home->filePath(u"data"_s).toUtf8());
    open();
}

void LabPageTest::cleanup()
{
    m_window.reset();
    m_home.reset();
}

QList<QWidget *> LabPageTest::focusable() const
{
    QList<QWidget *> widgets;
    for (auto *widget : page()->findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy())
            widgets << widget;
    }
    return widgets;
}

void LabPageTest::open()
{
    WindowServices services;
    services.profilesFile = m_home->filePath(u"profiles.json"_s);
    services.lab = [] {
        RunPoolEngine::Options options;
        options.program = QStringLiteral(LOCKSCOPE_BINARY);
        return std::make_unique<RunPoolEngine>(options);
    };
    m_window.reset();
    m_window = std::make_unique<MainWindow>(std::move(services),
                                            std::make_unique<QSettings>(m_home->filePath(u"settings.ini"_s), QSettings::IniFormat));
    m_window->resize(1280, 720);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(page()->isVisible());
}

void LabPageTest::playStory(const QString &name)
{
    QVERIFY(page()->library()->select(name));
    page()->actions()->run->trigger();
    QVERIFY(page()->desk()->isBusy());
    QVERIFY(eventually([this] { return played(); }));
}

void LabPageTest::run_isPlayedAndThenShownSlowly()
{
    playStory(u"plain-del-after-expiry"_s);
    auto *player = page()->player();
    QVERIFY(player->isPlaying());
    QVERIFY(page()->verdicts()->isVeiled());
    player->setPosition(player->end());
    QVERIFY(page()->verdicts()->isVisible() && !page()->verdicts()->isVeiled());
    QVERIFY(!page()->verdicts()->cards().isEmpty());
    QCOMPARE(verdictOf(page()->desk()->upper(), Property::Ownership).outcome, Outcome::Violated);
    player->setPosition(player->begin());
    QVERIFY(!page()->verdicts()->isVeiled()); // the run was seen to its end
}

void LabPageTest::verdict_matchesTheHistoryOnDisk()
{
    playStory(u"plain-del-after-expiry"_s);
    const auto run = page()->desk()->upper();
    QVERIFY(!run->folder.isEmpty());
    const auto history = readHistory((run->folder + u"/history.jsonl"_s).toStdString());
    QVERIFY(history.ok());
    QVERIFY(judge(*history) == run->report.verdicts);
}

void LabPageTest::twin_isShownBelowAndCanBeRemoved()
{
    playStory(u"plain-del-after-expiry"_s);
    QVERIFY(page()->actions()->twin->text().contains(u"token"_s));
    page()->actions()->twin->trigger();
    QVERIFY(eventually([this] { return page()->desk()->lower() != nullptr; }));
    QCOMPARE(page()->stack()->lower()->report.scenario.name, std::string("token-after-expiry"));
    QCOMPARE(verdictOf(page()->desk()->lower(), Property::Ownership).outcome, Outcome::Held);
    QVERIFY(!page()->stack()->words().isEmpty());
    page()->player()->setPosition(page()->player()->end());
    QVERIFY(!page()->verdicts()->isVeiled());
    page()->player()->setPosition(page()->player()->begin()); // at the end, they would be shown in any case
    page()->actions()->unstack->trigger();
    QVERIFY(!page()->verdicts()->isVeiled()); // they were seen
    QCOMPARE(page()->player()->position(), page()->player()->begin());
    QVERIFY(!page()->stack()->lower());
    QVERIFY(!page()->actions()->unstack->isEnabled());
}

void LabPageTest::byHand_actionsAreInTheHistory()
{
    QVERIFY(page()->library()->select(u"unlock-checks-owner"_s));
    QVERIFY(page()->workers()->cards().isEmpty() || !page()->actions()->stop->isEnabled());
    page()->actions()->live->trigger();
    QVERIFY(eventually([this] { return !page()->workers()->cards().isEmpty() && page()->player()->run(); }));
    auto *card = page()->workers()->cards().front();
    QVERIFY(card->hasFocus()); // its keys work at once
    auto *pause = card->findChild<QAction *>(u"pause"_s);
    QVERIFY(pause);
    QVERIFY(eventually([&] { return pause->isEnabled(); }));
    pause->trigger();
    QVERIFY(eventually([this] { return hasEntry<entry::Paused>(page()->player()->run()->report.history); }));
    QVERIFY(!page()->findChild<QPushButton *>(u"runChanged"_s)->isEnabled());
    page()->actions()->stop->trigger();
    QVERIFY(eventually([this] { return played(); }));
    QCOMPARE(page()->player()->position(), page()->player()->end()); // the run was seen to its end
    QVERIFY(!page()->verdicts()->isVeiled());
    QVERIFY(hasEntry<entry::Paused>(page()->desk()->upper()->report.history));
    QVERIFY(!page()->actions()->stop->isEnabled());
}

void LabPageTest::byHand_buttonsOfBothAreInSight()
{
    playStory(u"pause-with-fencing"_s);
    page()->actions()->live->trigger();
    QVERIFY(eventually([this] { return page()->player()->run() && page()->player()->run()->report.byHand; }));
    const auto *bar = page()->workers()->findChild<QScrollArea *>()->verticalScrollBar();
    QVERIFY(eventually([&] { return bar->maximum() == 0; }));
    page()->actions()->stop->trigger();
    QVERIFY(eventually([this] { return played(); }));
}

void LabPageTest::byHand_stallOutlastsTheStretchedLease()
{
    QVERIFY(page()->library()->select(u"unlock-checks-owner"_s));
    page()->actions()->change->trigger();
    QCOMPARE(page()->findChild<QComboBox *>(u"stretch"_s)->currentData().toInt(), 10); // unless another one is chosen
    page()->actions()->live->trigger();
    QVERIFY(eventually([this] { return !page()->workers()->cards().isEmpty() && page()->player()->run(); }));
    const auto lease = page()->player()->run()->report.scenario.lease;
    QVERIFY(lease >= Milliseconds(3000));
    const auto *stall = page()->workers()->cards().front()->findChild<QAction *>(u"stall"_s);
    QVERIFY2(stall->toolTip().contains(u"for %1 ms"_s.arg(2 * lease.count())), qPrintable(stall->toolTip()));
    page()->actions()->stop->trigger();
    QVERIFY(eventually([this] { return played(); }));
}

void LabPageTest::byHand_unstackIsHidden()
{
    playStory(u"plain-del-after-expiry"_s);
    page()->actions()->twin->trigger();
    QVERIFY(eventually([this] { return page()->desk()->lower() != nullptr; }));
    QVERIFY(page()->actions()->unstack->isEnabled());
    page()->actions()->live->trigger();
    QVERIFY(eventually([this] { return !page()->stack()->lower(); }));
    QVERIFY(!page()->actions()->unstack->isEnabled()); // it would show the earlier run
    page()->actions()->stop->trigger();
    QVERIFY(eventually([this] { return played(); }));
}

void LabPageTest::keptRun_isOpenedWithoutAServer()
{
    playStory(u"unlock-in-finally"_s);
    const auto before = page()->desk()->upper();
    open();
    QVERIFY(!page()->desk()->upper());
    page()->library()->select(u"plain-del-after-expiry"_s);
    page()->openRun(before->folder);
    QVERIFY(eventually([this] { return page()->desk()->upper() != nullptr; }));
    QVERIFY(page()->stack()->upperTimeline()->hasFocus()); // its keys play it
    QVERIFY(page()->desk()->upper()->report.verdicts == before->report.verdicts);
    QVERIFY(page()->desk()->upper()->report.history == before->report.history);
    page()->actions()->run->trigger(); // plays what is shown
    QVERIFY(eventually([&] { return page()->desk()->upper()->folder != before->folder; }));
    QCOMPARE(page()->desk()->upper()->report.scenario.name, std::string("unlock-in-finally"));
}

void LabPageTest::damagedRun_isReportedInsteadOfShown()
{
    page()->openRun(m_home->path());
    const auto panels = page()->findChildren<StatePanel *>();
    QVERIFY(eventually([&] {
        return std::any_of(panels.begin(), panels.end(), [](const StatePanel *panel) {
            return panel->isVisible() && panel->title() == u"This run cannot be opened"_s && !panel->explanation().isEmpty();
        });
    }));
    QVERIFY(!page()->desk()->upper());
}

void LabPageTest::openingDuringARun_isRefusedWithReason()
{
    const auto *message = page()->findChild<ElidedLabel *>(u"message"_s);
    QVERIFY(message);
    QVERIFY(!message->isVisible());
    playStory(u"unlock-in-finally"_s);
    page()->actions()->run->trigger();
    page()->openRun(m_home->path());
    QVERIFY(message->isVisible());
    QCOMPARE(message->text(), u"A run is under way. Stop it before you open another."_s);
    const auto pills = message->parentWidget()->findChildren<Pill *>();
    const auto isOfRun = [](const Pill *pill) {
        return pill->isVisible() && (pill->text().contains(u"server"_s) || pill->text().contains(u"seed"_s));
    };
    QVERIFY(std::none_of(pills.begin(), pills.end(), isOfRun)); // the message needs their space
    QVERIFY(eventually([this] { return played(); }));
}

void LabPageTest::protocol_isChangedForOneRun()
{
    QVERIFY(page()->library()->select(u"plain-del-after-expiry"_s));
    page()->actions()->change->trigger();
    auto *protocol = page()->findChild<QComboBox *>(u"protocol"_s);
    QVERIFY(protocol && protocol->isVisible());
    const auto token = protocol->findText(u"token"_s, Qt::MatchFixedString);
    QVERIFY(token >= 0);
    protocol->setCurrentIndex(token);
    page()->actions()->run->trigger();
    QVERIFY(eventually([this] { return played(); }));
    QCOMPARE(page()->desk()->upper()->report.scenario.protocol, std::string("token"));
    QCOMPARE(verdictOf(page()->desk()->upper(), Property::Ownership).outcome, Outcome::Held);
    page()->actions()->change->trigger(); // a hidden change does not count
    page()->actions()->change->trigger();
    QCOMPARE(protocol->currentText(), u"set-nx-del"_s);
}

void LabPageTest::missingCommand_isReportedUntilTyped()
{
    QVERIFY(page()->library()->select(u"plain-del-after-expiry"_s));
    page()->actions()->change->setChecked(true);
    const auto *state = page()->findChild<StatePanel *>(u"runState"_s); // each page of a table has one, too
    auto *command = page()->findChild<QLineEdit *>(u"command"_s);
    auto *protocol = page()->findChild<QComboBox *>(u"protocol"_s);
    protocol->setCurrentIndex(protocol->findData(u"external"_s));
    QCOMPARE(state->title(), u"This scenario needs a command"_s);
    page()->actions()->run->trigger();
    QVERIFY(!page()->desk()->isBusy());
    QCOMPARE(m_window->focusWidget(), command);
    QTest::keyClick(command, Qt::Key_Return); // there is nothing to run yet
    QVERIFY(!page()->desk()->isBusy() && !page()->findChild<QDialog *>());
    QTest::keyClicks(command, u"p"_s);
    QCOMPARE(state->title(), u"Not played yet"_s);
    QSignalSpy wanted(page()->findChild<ChangePanel *>(), &ChangePanel::runWanted);
    QTest::keyClick(command, Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(!page()->desk()->isBusy()); // there is no such program
    for (auto *dialog : page()->findChildren<QDialog *>())
        dialog->reject();
    QTest::keyClick(command, Qt::Key_Backspace);
    QCOMPARE(state->title(), u"This scenario needs a command"_s);
    page()->actions()->change->setChecked(false); // undoes the change of the protocol
    QCOMPARE(state->title(), u"Not played yet"_s);
    const auto *message = page()->findChild<ElidedLabel *>(u"message"_s);
    QVERIFY(message->isVisible());
    page()->actions()->run->trigger(); // keeps the earlier message
    QVERIFY(!message->isVisible());
    QVERIFY(eventually([this] { return played(); }));
}

void LabPageTest::keysAlone_playAndScrub()
{
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), u"somebody else's"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(eventually([this] { return played(); }));
    auto *player = page()->player();
    page()->stack()->setFocus();
    QTest::keyClick(page(), Qt::Key_Space);
    QVERIFY(!player->isPlaying());
    const auto before = player->position();
    QTest::keyClick(page(), Qt::Key_Period);
    QVERIFY(player->position() > before);
    QTest::keyClick(page(), Qt::Key_PageDown);
    const auto decisive = player->position();
    QTest::keyClick(page(), Qt::Key_Comma);
    QVERIFY(player->position() < decisive);
}

void LabPageTest::emptySearchField_keepsRoomShortcuts()
{
    page()->library()->focusSearch();
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(field);
    const auto takes = [&](Qt::Key key, Qt::KeyboardModifiers modifiers) {
        QKeyEvent event(QEvent::ShortcutOverride, key, modifiers, modifiers ? QString() : u"a"_s);
        event.ignore();
        QApplication::sendEvent(field, &event);
        return event.isAccepted();
    };
    QVERIFY(!takes(Qt::Key_A, Qt::ControlModifier)); // some desktops would take Ctrl+E and Ctrl+D, too
    QVERIFY(takes(Qt::Key_A, Qt::NoModifier));
    field->setText(u"token"_s);
    QVERIFY(takes(Qt::Key_A, Qt::ControlModifier));
    field->clear();
    QTest::keyClick(field, Qt::Key_E, Qt::ControlModifier);
    auto *editor = page()->findChild<EditorDialog *>();
    QVERIFY(editor && editor->isVisible());
    editor->reject();
}

void LabPageTest::savedStory_isSelected()
{
    page()->actions()->edit->trigger();
    auto *editor = page()->findChild<EditorDialog *>();
    editor->findChild<QLineEdit *>(u"title"_s)->setText(u"Mine"_s);
    editor->accept();
    QCOMPARE(page()->library()->current()->name, std::string("mine"));
    page()->actions()->run->trigger();
    QVERIFY(eventually([this] { return played(); }));
    QCOMPARE(page()->desk()->upper()->report.scenario.title, std::string("Mine"));
    QVERIFY(page()->stack()->isVisible());
    emit page()->library()->editWanted(*page()->library()->current(), false);
    editor = page()->findChildren<EditorDialog *>().back();
    editor->findChild<QLineEdit *>(u"lease_ms"_s)->setText(u"333"_s);
    editor->accept();
    QCOMPARE(page()->library()->current()->lease, Milliseconds(333));
    QVERIFY(!page()->stack()->isVisible()); // what was played had another lease
}

void LabPageTest::guessFirst_listHidesTheAnswer()
{
    const auto listed = [this] {
        const auto *model = page()->library()->model();
        int runs = 0;
        for (int chapter = 0; chapter < model->rowCount(); ++chapter) {
            const auto parent = model->index(chapter, 0);
            for (int row = 0; row < model->rowCount(parent); ++row)
                runs += model->index(row, 0, parent).data(LibraryModel::KindRole).toInt() == static_cast<int>(LibraryRow::Kind::Run);
        }
        return runs;
    };
    QVERIFY(page()->actions()->guessFirst->isChecked());
    playStory(u"unlock-in-finally"_s);
    page()->player()->setPlaying(false);
    page()->player()->setPosition(page()->player()->begin());
    QTest::qWait(200); // longer than the folder takes to be read
    QCOMPARE(listed(), 0);
    page()->player()->setPosition(page()->player()->end());
    QVERIFY(eventually([&] { return listed() == 1; }));
}

void LabPageTest::projector_keepsTimelineCaptionAndSource()
{
    playStory(u"unlock-in-finally"_s);
    const auto size = page()->stack()->font().pointSizeF();
    page()->actions()->projector->trigger();
    QVERIFY(!page()->library()->isVisible());
    QVERIFY(page()->stack()->isVisible());
    QVERIFY(page()->stack()->font().pointSizeF() > size);
    page()->actions()->projector->trigger();
    QVERIFY(page()->library()->isVisible());
    QCOMPARE(page()->stack()->font().pointSizeF(), size);
    QTest::qWait(50);
    QCOMPARE(m_window->size(), QSize(1280, 720)); // it has not grown
}

// If two actions share a key, Qt triggers neither.
void LabPageTest::roomShortcuts_workInTheList()
{
    auto *tree = page()->findChild<QTreeView *>(u"library"_s);
    tree->setFocus();
    QVERIFY(tree->hasFocus());
    QTest::keyClick(tree, Qt::Key_D, Qt::ControlModifier);
    QVERIFY(page()->actions()->change->isChecked());
    QTest::keyClick(tree, Qt::Key_E, Qt::ControlModifier);
    auto *editor = page()->findChild<EditorDialog *>();
    QVERIFY(editor && editor->isVisible());
    editor->reject();
}

void LabPageTest::everyControl_hasAName()
{
    QCOMPARE(nameless(*page()), QStringList());
    playStory(u"unlock-in-finally"_s);
    page()->player()->setPosition(page()->player()->end());
    page()->actions()->change->trigger();
    QCOMPARE(nameless(*page()), QStringList());
    page()->actions()->asTable->trigger();
    page()->startTour();
    QCOMPARE(nameless(*page()), QStringList());
}

void LabPageTest::columns_stayWhileARunIsPlayed()
{
    playStory(u"plain-del-after-expiry"_s);
    auto *player = page()->player();
    player->setPlaying(false);
    player->setPosition(player->begin());
    QCoreApplication::processEvents();
    const auto places = [this] {
        QList<QRect> places;
        for (const auto *widget : {static_cast<QWidget *>(page()->library()), static_cast<QWidget *>(page()->stack()),
                                   static_cast<QWidget *>(page()->workers())})
            places << QRect(widget->mapTo(page(), QPoint()), QSize(widget->width(), 1)).translated(0, -widget->mapTo(page(), QPoint()).y());
        for (const auto *button : page()->findChild<QWidget *>(u"playerBar"_s)->findChildren<QAbstractButton *>())
            places << QRect(button->mapTo(page(), QPoint()).x(), 0, button->width(), 1);
        return places;
    };
    auto before = places();
    QVERIFY(eventually([&] { // the columns are laid out
        QTest::qWait(50);
        const auto last = std::exchange(before, places());
        return last == before;
    }));
    for (int step = 0; step <= 40; ++step) {
        player->setPosition(player->begin() + (player->end() - player->begin()) * step / 40);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
    }
    player->setPosition(player->begin());
    player->setPlaying(true);
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
}

void LabPageTest::nextRun_needsNoWiderWindow()
{
    playStory(u"plain-del-after-expiry"_s);
    auto *bar = page()->findChild<LabBar *>();
    const int needed = bar->minimumSizeHint().width(); // with server and seed of the first run
    m_window->resize(m_window->minimumSizeHint().width() - page()->minimumSizeHint().width() + needed, m_window->height());
    const auto size = m_window->size();
    page()->actions()->compare->trigger();
    auto *tables = page()->tables();
    tables->page(TableOrder::Kind::Compare)->findChild<QPushButton *>(u"tableStart"_s)->click();
    QVERIFY(tables->isPlaying());
    QCOMPARE(m_window->size(), size);
    tables->page(TableOrder::Kind::Compare)->findChild<QPushButton *>(u"tableStop"_s)->click();
    QVERIFY(eventually([&] { return !tables->isPlaying(); }));
    QCOMPARE(m_window->size(), size);
    emit tables->backWanted();
    QCOMPARE(bar->minimumSizeHint().width(), needed); // they are there again
    QCOMPARE(m_window->size(), size);
}

void LabPageTest::futureEvents_areShownOnRequest()
{
    playStory(u"plain-del-after-expiry"_s);
    page()->player()->setPosition(page()->player()->begin());
    const auto *timeline = page()->stack()->upperTimeline();
    const auto *rows = page()->findChild<QTableView *>(u"entryTable"_s)->model();
    const int before = rows->rowCount();
    for (const bool wanted : {true, false}) {
        page()->actions()->showAll->setChecked(wanted);
        QCOMPARE(timeline->showsAll(), wanted);
        QCOMPARE(rows->rowCount() > before, wanted);
    }
}

void LabPageTest::verdictNumber_selectsItsEvent()
{
    playStory(u"plain-del-after-expiry"_s);
    page()->player()->setPosition(page()->player()->end());
    const auto &verdict = verdictOf(page()->desk()->upper(), Property::Ownership);
    QVERIFY(!verdict.events.empty());
    emit page()->verdicts()->cards().front()->entryChosen(verdict.events.front());
    QCOMPARE(page()->player()->position(), page()->desk()->upper()->report.history.entries.at(verdict.events.front() - 1).at);
}

// Also while nothing is played.
void LabPageTest::clickOnWorker_showsItsLine()
{
    playStory(u"plain-del-after-expiry"_s);
    page()->player()->setPosition(page()->player()->end());
    const auto *source = page()->findChild<SourceView *>();
    for (const auto i : {1, 0, 1}) {
        auto *card = page()->workers()->cards().at(i);
        QTest::mouseClick(card, Qt::LeftButton, {}, {3, 3});
        QVERIFY(card->hasFocus());
        QVERIFY(!source->lit().isEmpty());
        QCOMPARE(source->lit().front().name.toStdString(), card->worker()); // the view scrolls to the first
    }
}

void LabPageTest::inconclusiveVerdict_isRunAgain()
{
    playStory(u"crash-before-expire"_s);
    const auto seed = page()->desk()->upper()->report.history.header.seed;
    emit page()->verdicts()->cards().back()->runAgainRequested();
    QVERIFY(page()->desk()->isBusy());
    QVERIFY(eventually([this] { return played(); }));
    QVERIFY(page()->desk()->upper()->report.history.header.seed != seed);
}

void LabPageTest::lowPage_showsAllLanes()
{
    playStory(u"plain-del-after-expiry"_s);
    page()->player()->setPosition(page()->player()->end());
    QVERIFY(eventually([this] { return page()->stack()->upperTimeline()->verticalScrollBar()->maximum() == 0; }, 10s));
    QCOMPARE(m_window->size(), QSize(1280, 720));
    QVERIFY(comesToRest());
    auto *more = page()->findChild<QAbstractButton *>(u"storyMore"_s);
    QVERIFY(more->isVisible()); // the story can be read again
    auto *story = page()->findChild<StoryHeader *>();
    const auto line = story->fontMetrics().lineSpacing();
    QVERIFY2(story->height() < 4 * line, qPrintable(QString::number(story->height()))); // its chips take no line of their own
    more->click();
    QVERIFY(eventually([&] { return story->height() > 5 * line; }, 10s));
    more->click();
    page()->startTour();
    QVERIFY(page()->tour()->isVisible());
    QCOMPARE(m_window->size(), QSize(1280, 720));
}

void LabPageTest::tour_asksFirstAndCoversTheStory()
{
    const auto titles = [this] {
        const auto *model = page()->library()->model();
        QStringList all{page()->findChild<StoryHeader *>()->title()};
        for (int chapter = 0; chapter < model->rowCount(); ++chapter) {
            for (int row = 0; row < model->rowCount(model->index(chapter, 0)); ++row)
                all << model->index(row, 0, model->index(chapter, 0)).data().toString();
        }
        return all;
    };
    const auto title = u"A plain DEL removes somebody else's lock"_s;
    QVERIFY(titles().count(title) == 2); // above, and in the list
    page()->startTour();
    auto *tour = page()->tour();
    const auto *more = page()->findChild<QAbstractButton *>(u"storyMore"_s);
    QCOMPARE(tour->stage(), TourPanel::Stage::Question);
    const auto *state = page()->findChild<StatePanel *>(u"runState"_s);
    QCOMPARE(state->title(), u"Guess first"_s);
    QVERIFY(!state->findChild<QPushButton *>()->isVisible()); // the panel above has the ways on
    QVERIFY(!more->isVisible() && !titles().contains(title));
    page()->stack()->upperTimeline()->setFocus();
    for (auto *focus : {static_cast<QWidget *>(page()->findChild<QLineEdit *>(u"librarySearch"_s)),
                        static_cast<QWidget *>(page()->findChild<QTreeView *>(u"library"_s))}) {
        focus->setFocus();
        QTest::keyClick(focus, Qt::Key_2); // wherever the focus is
        QVERIFY(tour->stage() == TourPanel::Stage::Playing);
        if (focus == page()->findChild<QTreeView *>(u"library"_s))
            break;
        page()->desk()->stop();
        QVERIFY(eventually([&] { return !page()->desk()->isBusy(); }));
        tour->begin();
    }
    QVERIFY(eventually([&] { return page()->desk()->upper() && page()->player()->isPlaying(); }));
    QVERIFY(page()->verdicts()->isVeiled() && !titles().contains(title));
    tour->findChild<QPushButton *>(u"tourMain"_s)->click(); // seen enough
    QCOMPARE(tour->stage(), TourPanel::Stage::Answered);
    const auto *lanes = page()->stack()->upperTimeline();
    const auto *player = page()->player();
    QCOMPARE(player->position(), player->end());
    QVERIFY(lanes->last() - lanes->first() < player->end() - player->begin()); // what the answer is about can be seen
    QVERIFY(!page()->verdicts()->isVeiled());
    QCOMPARE(titles().count(title), 2);
    QVERIFY(tour->findChild<QPushButton *>(u"tourAnswer1"_s)->text().contains(u'✓'));
    QVERIFY(tour->findChild<QPushButton *>(u"tourAnswer2"_s)->text().contains(u'✗'));
    tour->findChild<QPushButton *>(u"tourMain"_s)->click();
    QCOMPARE(page()->library()->current()->name, std::string("token-after-expiry"));
    QVERIFY(!page()->stack()->isVisible());
    tour->end();
    QVERIFY(titles().contains(u"A token protects the next holder"_s));
}

void LabPageTest::question_comesBeforeTheStoryIsPlayed()
{
    page()->actions()->asks->setChecked(true);
    QVERIFY(page()->library()->select(u"get-then-del"_s));
    auto *panel = page()->tour();
    QCOMPARE(panel->stage(), TourPanel::Stage::Question);
    QVERIFY(page()->findChild<StoryHeader *>()->title().startsWith(u"How does it end"_s));
    panel->findChild<QPushButton *>(u"tourAnswer3"_s)->click();
    QVERIFY(eventually([&] { return page()->desk()->upper() && !page()->desk()->isBusy(); }));
    page()->player()->setPlaying(false);
    page()->player()->setPosition(page()->player()->end());
    QCOMPARE(panel->stage(), TourPanel::Stage::Answered);
    QVERIFY(!page()->findChild<StoryHeader *>()->title().startsWith(u"How does it end"_s));
    QVERIFY(page()->library()->select(u"token-after-expiry"_s)); // the next one
    QCOMPARE(panel->stage(), TourPanel::Stage::Question);
    page()->actions()->asks->setChecked(false);
    QVERIFY(panel->isHidden());
    QVERIFY(!page()->findChild<StoryHeader *>()->title().startsWith(u"How does it end"_s));
}

void LabPageTest::table_opensItsRunAndBackReturns()
{
    page()->actions()->suite->trigger();
    auto *suite = page()->tables()->page(TableOrder::Kind::Suite);
    QVERIFY(suite->isVisible());
    suite->findChild<QPushButton *>(u"tableStart"_s)->click();
    auto *table = suite->table();
    const auto folder = [table](int row) { return table->model()->index(row, 0).data(ResultModel::FolderRole).toString(); };
    QVERIFY(eventually([&] { return table->model()->rowCount() > 0 && !folder(0).isEmpty(); }));
    suite->findChild<QPushButton *>(u"tableStop"_s)->click();
    QVERIFY(eventually([this] { return !page()->tables()->isPlaying(); }));
    table->setCurrentIndex(table->model()->index(0, 0));
    const auto opened = folder(0);
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(eventually([&] { return page()->desk()->upper() && page()->desk()->upper()->folder == opened; }));
    QVERIFY(!page()->tables()->isVisible() && page()->stack()->isVisible());
    QVERIFY(!page()->verdicts()->isVeiled()); // the table has said it
    const auto chosen = page()->findChild<QTreeView *>(u"library"_s)->currentIndex().data().toString();
    QCOMPARE(chosen, QString::fromStdString(page()->desk()->upper()->report.scenario.title));
    QVERIFY(page()->actions()->back->isEnabled());
    page()->actions()->back->trigger();
    QVERIFY(suite->isVisible());
    QCOMPARE(table->currentIndex().row(), 0);
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(page()->stack()->isVisible());
}

void LabPageTest::tableAndRun_waitForEachOther()
{
    page()->actions()->sweep->trigger();
    auto *sweep = page()->tables()->page(TableOrder::Kind::Sweep);
    auto *start = sweep->findChild<QPushButton *>(u"tableStart"_s);
    start->click();
    QVERIFY(page()->tables()->isPlaying());
    QVERIFY(!page()->actions()->run->isEnabled() && !page()->actions()->live->isEnabled());
    sweep->findChild<QPushButton *>(u"tableStop"_s)->click();
    QVERIFY(eventually([this] { return page()->actions()->run->isEnabled(); }));
    page()->actions()->run->trigger();
    QVERIFY(page()->stack()->isVisible() || !page()->tables()->isVisible()); // the run is shown, not the table
    QVERIFY(!start->isEnabled());
    QVERIFY(eventually([this] { return played(); }));
    QVERIFY(start->isEnabled());
}

void LabPageTest::escape_leavesATableFromAnyFocus()
{
    playStory(u"plain-del-after-expiry"_s);
    const std::vector<std::pair<QAction *, QWidget *>> tables = {
        {page()->actions()->suite, page()->tables()->page(TableOrder::Kind::Suite)},
        {page()->actions()->sweep, page()->tables()->page(TableOrder::Kind::Sweep)},
        {page()->actions()->asTable, page()->findChild<QWidget *>(u"entryTable"_s)},
    };
    for (const auto &[action, table] : tables) {
        action->trigger();
        QVERIFY(table->isVisible());
        for (auto *widget : focusable()) {
            widget->setFocus();
            QTest::keyClick(widget, Qt::Key_Escape);
            QVERIFY2(!table->isVisible(), qPrintable(action->text() + u": "_s + QLatin1StringView(widget->metaObject()->className())));
            QVERIFY(page()->isAncestorOf(QApplication::focusWidget()));
            action->trigger();
        }
        QTest::keyClick(page(), Qt::Key_Escape);
    }
}

void LabPageTest::changePanel_takesFocusAndReturnsIt()
{
    auto *library = page()->findChild<QTreeView *>(u"library"_s);
    auto *panel = page()->findChild<ChangePanel *>();
    library->setFocus();
    for (int i = 0; i < 2; ++i) {
        QTest::keyClick(library, Qt::Key_D, Qt::ControlModifier);
        QVERIFY(panel->isVisible() && panel->isAncestorOf(QApplication::focusWidget()));
        const auto key = i == 0 ? std::pair(Qt::Key_Escape, Qt::NoModifier) : std::pair(Qt::Key_D, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), key.first, key.second);
        QVERIFY(!panel->isVisible());
        QCOMPARE(QApplication::focusWidget(), library);
    }
}

void LabPageTest::changePanel_isAlsoShownFromATable()
{
    page()->actions()->suite->trigger();
    page()->actions()->change->trigger();
    QVERIFY(page()->findChild<ChangePanel *>()->isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!page()->actions()->change->isChecked());
}

void LabPageTest::unreadableFile_isReportedAndNothingIsPlayed()
{
    playStory(u"plain-del-after-expiry"_s);
    emit page()->library()->unreadableChosen(u"/x/broken.json"_s, u"It is broken."_s);
    QVERIFY(!page()->stack()->isVisible() && !page()->findChild<StoryHeader *>()->isVisible());
    for (auto *action : {page()->actions()->run, page()->actions()->live, page()->actions()->twin, page()->actions()->edit})
        QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
    QVERIFY(page()->library()->select(u"token-after-expiry"_s));
    QVERIFY(page()->actions()->run->isEnabled() && page()->findChild<StoryHeader *>()->isVisible());
}

void LabPageTest::question_isAskedAtADecisiveMoment()
{
    page()->actions()->asks->setChecked(true);
    playStory(u"plain-del-after-expiry"_s);
    auto *player = page()->player();
    player->setSpeed(1);
    QVERIFY(eventually([&] { return !player->isPlaying(); }));
    QVERIFY(page()->askPanel()->isAsking());
    QVERIFY(player->position() < player->end());
    const auto at = player->position();
    QTest::keyClick(page(), Qt::Key_1);
    QVERIFY(!page()->askPanel()->isAsking());
    QCOMPARE(player->position(), at);
    QTest::keyClick(page(), Qt::Key_Space);
    QVERIFY(eventually([&] { return player->position() > at; }));
    m_window->close();
    open();
    QVERIFY(page()->actions()->asks->isChecked());
}

void LabPageTest::choices_areKept()
{
    QVERIFY(page()->library()->select(u"watchdog-renews"_s));
    page()->actions()->guessFirst->setChecked(false);
    QCOMPARE(page()->findChild<SourcePanel *>()->chosen(), SourcePanel::View::Pseudocode);
    page()->findChild<SourcePanel *>()->choose(SourcePanel::View::Redis);
    m_window->close();
    open();
    QCOMPARE(page()->findChild<SourcePanel *>()->chosen(), SourcePanel::View::Redis);
    QVERIFY(page()->library()->current());
    QCOMPARE(page()->library()->current()->name, std::string("watchdog-renews"));
    QVERIFY(!page()->actions()->guessFirst->isChecked());
}

LOCKSCOPE_TEST(LabPageTest)
#include "tst_lab_page.moc"
