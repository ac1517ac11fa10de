// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_page.h"

#include "ui/lab/cards/source_panel.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/cards/worker_cards.h"
#include "ui/lab/change/change_panel.h"
#include "ui/lab/change/change_words.h"
#include "ui/lab/change/command_question.h"
#include "ui/lab/editor/editor_dialog.h"
#include "ui/lab/engine/run_shelf.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/library/story_header.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_bar.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_layout.h"
#include "ui/lab/page/run_display.h"
#include "ui/lab/page/table_visits.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/player_bar.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/guess.h"
#include "ui/lab/question/tour.h"
#include "ui/runs/run_folder.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/state_panel.h"
#include "ui/words/shown_text.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMetaEnum>
#include <QPushButton>
#include <QSettings>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

LabPage::LabPage(LabEngine *engine, QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_parts(engine, settings, this)
    , m_layout(new LabLayout(m_parts, this))
    , m_display(new RunDisplay(m_parts, m_layout, this))
{
    join();
    joinActions();
    joinDesk();
    joinTables();
    tellHowToPlay();
    m_parts.library->setAccessibleName(tr("Stories"));
    m_parts.shelf->list();
    m_parts.library->select(u"plain-del-after-expiry"_s);
    showPhase();
    showRun();
}

LabPage::~LabPage() = default;

QList<QAction *> LabPage::ownActions() const { return m_parts.actions->own(); }

QList<QAction *> LabPage::viewActions() const { return m_parts.actions->view() + m_parts.stack->upperTimeline()->zoomActions(); }

QList<QAction *> LabPage::editActions() const { return {m_parts.actions->search}; }

bool LabPage::isGuessed() const
{
    return m_parts.tour->stage() == TourPanel::Stage::Question && m_parts.tour->scenario().toStdString() == m_scenario.name;
}

void LabPage::tellHowToPlay()
{
    setButtonText(m_layout->runButton(), m_parts.change->needsCommand() ? tr("Give the command") : tr("Run"));
    if (m_parts.change->needsCommand()) {
        m_parts.state->setWords(
            tr("This scenario needs a command"),
            tr("Its workers are yours: give the command that starts one of them. It is shown once more before it is run."));
        return;
    }
    if (isGuessed()) {
        m_parts.state->setWords(
            tr("Guess first"),
            tr("Choose an answer above, or press its number. Then the story is played with real processes on a private server, in about "
               "a second, and shown slowly."));
        return;
    }
    m_parts.state->setWords(tr("Not played yet"),
                            tr("Run plays the story with real processes on a private server, in about a second. Then watch it slowly, and "
                               "guess what the judge says."));
}

void LabPage::join()
{
    connect(m_parts.library, &LibraryView::scenarioChosen, this, &LabPage::chooseScenario);
    connect(m_parts.library, &LibraryView::scenarioActivated, this, [this](const Scenario &scenario) {
        chooseScenario(scenario);
        m_parts.actions->run->trigger();
    });
    connect(m_parts.library, &LibraryView::runChosen, this, &LabPage::openRun);
    connect(m_parts.library, &LibraryView::editWanted, this, &LabPage::edit);
    connect(m_parts.library, &LibraryView::unreadableChosen, this, &LabPage::showUnreadable);
    connect(m_parts.library, &LibraryView::removed, this, &LabPage::showMessage);
    connect(m_parts.story, &StoryHeader::linkWanted, this, [](const QUrl &url) { QDesktopServices::openUrl(url); });
    connect(m_parts.story, &StoryHeader::pitfallWanted, this, &LabPage::pitfallWanted);
    connect(m_parts.change, &ChangePanel::changed, this, [this] { // why the last run could not be played is no longer true of the next one
        if (!m_parts.desk->isBusy() && !m_isUnreadable)
            tellHowToPlay();
    });
    connect(m_parts.change, &ChangePanel::runWanted, m_parts.actions->run, &QAction::trigger);
    connect(m_parts.change, &ChangePanel::twinWanted, m_parts.actions->twin, &QAction::trigger);
    connect(m_parts.verdicts, &VerdictCards::runAgainRequested, m_parts.actions->again, &QAction::trigger);
    connect(m_parts.workers, &WorkerCards::actRequested, m_parts.desk, &LabDesk::act);
    connect(m_parts.tour, &TourPanel::wantsScenario, m_parts.library, [this](const QString &name) { m_parts.library->select(name); });
    connect(m_parts.tour, &TourPanel::wantsPlay, m_parts.actions->run, &QAction::trigger);
    connect(m_parts.tour, &TourPanel::stageChanged, this, [this] {
        cover();
        m_display->showVeil();
        m_layout->shareHeight();
    });
    connect(m_parts.tour, &TourPanel::endOfStoryWanted, this, [this] {
        if (m_parts.desk->isBusy())
            return;
        m_parts.player->setPlaying(false);
        m_parts.player->setPosition(m_parts.player->end());
        m_parts.stack->showLastCloseUp(); // the answer is about what happened there
        m_parts.tour->notePlayed();       // also if it could not be played
    });
}

void LabPage::joinActions()
{
    connect(m_parts.actions->run, &QAction::triggered, this, [this] { begin(false, false); });
    connect(m_parts.actions->live, &QAction::triggered, this, [this] { begin(true, false); });
    connect(m_parts.actions->again, &QAction::triggered, m_parts.desk, &LabDesk::again);
    connect(m_parts.actions->stop, &QAction::triggered, m_parts.desk, &LabDesk::stop);
    connect(m_parts.actions->twin, &QAction::triggered, this, [this] { begin(false, true); });
    connect(m_parts.actions->unstack, &QAction::triggered, m_parts.desk, &LabDesk::unstack);
    connect(m_parts.actions->change, &QAction::toggled, this, &LabPage::openChange);
    connect(m_parts.actions->edit, &QAction::triggered, this, [this] { edit(m_scenario, true); });
    connect(m_parts.actions->open, &QAction::triggered, this, [this] {
        const auto folder = QFileDialog::getExistingDirectory(this, tr("Open a kept run"), usualRuns());
        if (!folder.isEmpty())
            openRun(folder);
    });
    connect(m_parts.actions->watch, &QAction::triggered, this, [this] { emit watchWanted(m_parts.desk->run()); });
    connect(m_parts.actions->showAll, &QAction::toggled, this, [this](bool all) {
        m_parts.stack->setShowsAll(all);
        m_parts.entries->setShowsAll(all);
    });
    connect(m_parts.actions->asks, &QAction::toggled, this, [this](bool asks) {
        m_parts.ask->setAsks(asks);
        askFirst();
    });
    connect(m_parts.ask, &AskPanel::shown, m_display, &RunDisplay::setAsking);
    connect(m_parts.ask, &AskPanel::endWanted, m_parts.actions->asks, &QAction::toggle);
    connect(m_parts.actions->sourceView, &QAction::triggered, m_parts.source, &SourcePanel::chooseNext);
    connect(m_parts.actions->asTable, &QAction::toggled, m_layout, &LabLayout::showEntries);
    connect(m_parts.actions->projector, &QAction::toggled, m_layout, &LabLayout::setProjector);
    connect(m_parts.actions->legend, &QAction::toggled, m_layout, &LabLayout::listEvents);
    connect(m_parts.actions->search, &QAction::triggered, this, [this] {
        m_visits->leave();
        m_parts.library->focusSearch();
    });
}

void LabPage::joinDesk()
{
    connect(m_parts.desk, &LabDesk::phaseChanged, this, &LabPage::showPhase);
    connect(m_parts.desk, &LabDesk::shownChanged, this, &LabPage::showRun);
    connect(m_parts.desk, &LabDesk::liveChanged, this, &LabPage::showLive);
    connect(m_parts.desk, &LabDesk::serverKnown, this, [this](const QString &url) { m_parts.actions->watch->setEnabled(!url.isEmpty()); });
    connect(m_parts.desk, &LabDesk::failed, this, [this](const QString &sentence) {
        m_parts.state->setWords(tr("The run could not be played"), sentence);
        if (!m_parts.desk->upper())
            m_layout->showCentre(false);
        m_parts.bar->showMessage(sentence);
    });
    connect(m_parts.shelf, &RunShelf::listed, m_parts.library, &LibraryView::setRuns);
    connect(m_parts.shelf, &RunShelf::opened, this, &LabPage::showOpened);
    connect(m_parts.shelf, &RunShelf::refused, this, [this](const QString &sentence) {
        m_parts.state->setWords(tr("This run cannot be opened"), sentence);
        m_parts.bar->showRun(nullptr);
        m_layout->showCentre(false);
    });
    connect(m_parts.desk, &LabDesk::played, this, &LabPage::showPlayed);
}

void LabPage::joinTables()
{
    m_visits = new TableVisits(m_parts, m_layout, m_display, this);
    connect(m_parts.actions->suite, &QAction::triggered, this, [this] { m_visits->show(TableOrder::Kind::Suite, m_scenario.protocol); });
    connect(m_parts.actions->sweep, &QAction::triggered, this, [this] { m_visits->show(TableOrder::Kind::Sweep, m_scenario.protocol); });
    connect(m_parts.actions->check, &QAction::triggered, this, [this] { m_visits->show(TableOrder::Kind::Check, m_scenario.protocol); });
    connect(m_parts.actions->stores, &QAction::triggered, this, [this] { m_visits->show(TableOrder::Kind::Stores, m_scenario.protocol); });
    connect(m_parts.actions->compare, &QAction::triggered, this, [this] { m_visits->compare(m_scenario); });
    connect(m_visits, &TableVisits::playingChanged, this, &LabPage::showPhase);
    connect(m_visits, &TableVisits::runWanted, this, &LabPage::openRun);
}

void LabPage::showRun()
{
    m_display->showRun(m_visits->isShown());
    m_visits->showProof();
}

void LabPage::showPlayed(const ShownRunPtr &run)
{
    const auto &name = run->report.scenario.name; // not of one that was changed, nor of a person's own deeds
    m_display->keepBack(run, !run->report.byHand && (name == m_scenario.name || name == m_scenario.twin));
    focusStage();
    if (run->report.byHand) // who did it has seen it, and wants to know what it was
        m_parts.player->setPosition(m_parts.player->end());
    else
        m_parts.player->setPlaying(true);
}

void LabPage::showLive(const ShownRunPtr &run)
{
    const bool isFirst = !m_display->isLive();
    m_display->showLive(run);
    if (isFirst && !isChoosing()) // its keys crash it, pause it…
        m_parts.workers->focusFirst();
}

void LabPage::chooseScenario(const Scenario &scenario)
{
    const bool isRewritten = m_scenario.file == scenario.file && m_scenario.name == scenario.name && m_scenario != scenario;
    m_scenario = scenario;
    setUnreadable(false);
    const auto *twin = scenario.twin.empty() ? nullptr : m_parts.library->model()->builtIn(scenario.twin);
    m_parts.story->show(scenario);
    m_parts.change->show(scenario, twin);
    m_parts.actions->twin->setText(twin ? withoutMnemonic(twinText(scenario, *twin)) : tr("Same with its &twin"));
    const auto &run = m_parts.desk->upper();
    const bool busy = m_parts.desk->isBusy();
    const bool isOfThis = run && run->report.scenario.name == scenario.name && (!isRewritten || run->report.scenario == scenario);
    if (run && (busy || isOfThis)) {
        m_parts.bar->showRun(run);
        m_layout->showCentre(true);
    } else if (!busy) {
        m_parts.player->setPlaying(false);
        tellHowToPlay();
        m_parts.bar->showRun(nullptr);
        m_layout->showCentre(false);
    }
    askFirst();
    cover();
}

// With questions, the first one is about the whole story, before it is played.
void LabPage::askFirst()
{
    const bool isAsked = m_parts.tour->scenario().toStdString() == m_scenario.name;
    if (!m_parts.actions->asks->isChecked() || (!isAsked && m_layout->showsRun()))
        m_parts.tour->dropQuestion();
    if (m_parts.actions->asks->isChecked() && !isAsked && !m_layout->showsRun() && !m_parts.desk->isBusy() && !m_scenario.name.empty())
        m_parts.tour->ask(guessAbout(m_scenario));
}

void LabPage::cover()
{
    const bool covered = m_parts.tour->coversStory() && m_parts.tour->scenario().toStdString() == m_scenario.name;
    m_parts.story->setCovered(covered);
    m_parts.library->setCovered(covered);
    if (isGuessed() && m_layout->showsRun() && !m_parts.desk->isBusy()) {
        m_parts.player->setPlaying(false);
        m_layout->showCentre(false); // an earlier run of the story
    }
    if (!m_layout->showsRun() && !m_parts.desk->isBusy() && !m_isUnreadable)
        tellHowToPlay();
    showPhase();
}

void LabPage::setUnreadable(bool unreadable)
{
    m_isUnreadable = unreadable;
    m_layout->setHasStory(!unreadable);
}

// The story that was chosen before is not played in its place.
void LabPage::showUnreadable(const QString &file, const QString &why)
{
    if (m_parts.desk->isBusy())
        return;
    setUnreadable(true);
    m_parts.player->setPlaying(false);
    m_parts.actions->change->setChecked(false);
    m_parts.state->setWords(tr("%1 is no scenario").arg(shownText(QFileInfo(file).fileName().toStdString())), why);
    m_parts.bar->showRun(nullptr);
    m_layout->showCentre(false);
    showPhase();
}

// With what is changed. The twin is the story's own.
void LabPage::begin(bool live, bool asTwin)
{
    LabOrder order;
    order.scenario = m_parts.change->scenario();
    order.command = m_parts.change->command();
    order.live = live;
    order.stretch = live ? m_parts.change->stretch() : 1;
    if (asTwin) {
        const auto *twin = m_parts.library->model()->builtIn(m_scenario.twin);
        if (!twin)
            return;
        order.scenario = *twin;
        order.command.clear();
    } else if (m_parts.change->needsCommand()) {
        m_parts.actions->change->setChecked(true);
        m_parts.change->focusCommand();
        return m_parts.bar->showMessage(tr("This scenario needs a command for its workers."));
    }
    const auto start = [this, order, asTwin] {
        if (asTwin)
            m_parts.desk->stack(order);
        else
            m_parts.desk->play(order);
    };
    if (live)
        m_parts.tour->dropQuestion();
    m_parts.tour->noteOwnRun();
    if (order.command.empty())
        start();
    else
        askForCommand(order.command, m_settings, this, start);
}

bool LabPage::refusesRuns()
{
    if (m_parts.desk->isBusy())
        m_parts.bar->showMessage(tr("A run is under way. Stop it before you open another."));
    return m_parts.desk->isBusy();
}

void LabPage::openRun(const QString &folder)
{
    if (!refusesRuns())
        m_parts.shelf->open(folder);
}

void LabPage::watchRun(const ShownRunPtr &run)
{
    if (refusesRuns())
        return;
    m_visits->leave();
    showOpened(run);
    m_display->reveal(); // its verdict was shown there
    m_parts.player->setPlaying(true);
}

// Run plays its story from now on, as it was.
void LabPage::showOpened(const ShownRunPtr &run)
{
    if (m_visits->isOpened(run->folder)) // the list still has the story from before the table
        m_parts.library->select(QString::fromStdString(run->report.scenario.name));
    m_parts.desk->open(run);
    chooseScenario(run->report.scenario);
    focusStage();
}

void LabPage::edit(const Scenario &scenario, bool copy)
{
    auto *editor = new EditorDialog(m_parts.own, scenario, copy ? EditorDialog::Purpose::Copy : EditorDialog::Purpose::Edit, this);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::finished, this,
            [this] { window()->activateWindow(); }); // not every window manager does that after two dialogs
    connect(editor, &EditorDialog::saved, this, [this](const QString &path) {
        m_visits->leave();
        m_parts.library->select(QFileInfo(path).completeBaseName(), true); // what a person has written is what comes next
    });
    editor->open();
}

lockcore::Result<void> LabPage::openScenario(const QString &title, const std::string &text)
{
    const auto path = m_parts.own->pathFor(title);
    if (const auto written = m_parts.own->write(path, text); !written)
        return written.error();
    m_visits->leave();
    m_parts.library->select(QFileInfo(path).completeBaseName(), true);
    return {};
}

// The search field is empty when the room is entered, with the focus in it.
bool LabPage::isChoosing() const
{
    const auto *focus = window()->focusWidget();
    const auto *field = qobject_cast<const QLineEdit *>(focus);
    const bool isEmpty = field && field->text().isEmpty();
    return m_parts.change->isAncestorOf(focus) || (m_parts.library->isAncestorOf(focus) && !isEmpty);
}

// Who has pressed a button wants to see what comes of it: the keys of the player would press it again, or the next one.
void LabPage::focusStage()
{
    if (!isChoosing())
        (m_parts.actions->asTable->isChecked() ? m_layout->entriesView() : m_parts.stack->upperTimeline())->setFocus(Qt::OtherFocusReason);
}

void LabPage::showPhase()
{
    const auto phase = m_parts.desk->phase();
    const bool idle = phase == LabDesk::Phase::Idle;
    const bool playsTable = m_visits->isPlaying();
    const bool canPlay = idle && !playsTable && !m_isUnreadable;
    const bool hasTwin = m_parts.library->model()->builtIn(m_scenario.twin) != nullptr;
    m_parts.bar->setUnderWay(idle                            ? (playsTable ? tr("plays a table") : QString())
                             : phase == LabDesk::Phase::Live ? tr("by hand")
                                                             : tr("plays"));
    m_parts.workers->setLive(phase == LabDesk::Phase::Live);
    m_parts.change->setCanRun(canPlay);
    for (auto *action : {m_parts.actions->run, m_parts.actions->live})
        action->setEnabled(canPlay);
    m_parts.actions->twin->setEnabled(canPlay && hasTwin);
    m_parts.actions->compare->setEnabled(!m_isUnreadable && m_scenario.protocol != "external");
    for (auto *action : {m_parts.actions->change, m_parts.actions->edit})
        action->setEnabled(!m_isUnreadable);
    if (!idle && !m_layout->showsRun())
        m_parts.state->setWords(tr("The run is under way"), tr("It takes about a second. Then it is shown slowly."));
    m_layout->runButton()->setVisible(idle && !m_isUnreadable && !isGuessed());
    m_parts.actions->again->setEnabled(m_parts.desk->canPlayAgain() && !playsTable);
    m_parts.actions->stop->setEnabled(!idle);
    if (idle)
        m_parts.actions->watch->setEnabled(false);
}

void LabPage::keyPressEvent(QKeyEvent *event)
{
    const bool isBack = event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier && goBack();
    if (!isBack && !m_parts.playerBar->takeKey(event))
        QWidget::keyPressEvent(event);
}

bool LabPage::goBack()
{
    if (m_layout->showsTables())
        m_visits->leave();
    else if (m_parts.change->isAncestorOf(window()->focusWidget()))
        m_parts.actions->change->setChecked(false);
    else if (m_parts.actions->asTable->isChecked())
        m_parts.actions->asTable->setChecked(false);
    else
        return false;
    return true;
}

void LabPage::openChange(bool open)
{
    const bool givesBack = !open && m_parts.change->isAncestorOf(window()->focusWidget());
    if (open) {
        m_visits->leave(); // also from a table
        m_beforeChange = window()->focusWidget();
    }
    m_parts.change->setVisible(open);
    if (!open) // what nobody sees does not count
        m_parts.change->takeBack();
    m_layout->shareHeight();
    if (open)
        m_parts.change->setFocus(Qt::ShortcutFocusReason);
    else if (givesBack)
        (m_beforeChange && m_beforeChange->isVisible() ? m_beforeChange.data() : m_parts.stack->upperTimeline())
            ->setFocus(Qt::OtherFocusReason);
}

void LabPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_layout->share();
}

void LabPage::showMessage(const QString &text) { m_parts.bar->showMessage(text); }

void LabPage::startTour()
{
    m_visits->leave();
    m_parts.tour->begin();
}

void LabPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_parts.tour->offerOnce();
}

void LabPage::save(QSettings &settings) const
{
    m_layout->save(settings);
    settings.setValue(u"lab/scenario"_s, QString::fromStdString(m_scenario.name));
    settings.setValue(u"lab/legend"_s, m_parts.actions->legend->isChecked());
    settings.setValue(u"lab/guessFirst"_s, m_parts.actions->guessFirst->isChecked());
    settings.setValue(u"lab/asks"_s, m_parts.actions->asks->isChecked());
    settings.setValue(u"lab/asTable"_s, m_parts.actions->asTable->isChecked());
    settings.setValue(u"lab/speed"_s, m_parts.player->speed());
    settings.setValue(u"lab/sourceView"_s, QVariant::fromValue(m_parts.source->chosen()).toString());
}

void LabPage::restore(QSettings &settings)
{
    m_layout->restore(settings);
    m_parts.library->select(settings.value(u"lab/scenario"_s).toString());
    m_parts.actions->legend->setChecked(settings.value(u"lab/legend"_s, true).toBool());
    m_parts.actions->guessFirst->setChecked(settings.value(u"lab/guessFirst"_s, true).toBool());
    m_parts.actions->asks->setChecked(settings.value(u"lab/asks"_s, false).toBool());
    m_parts.actions->asTable->setChecked(settings.value(u"lab/asTable"_s, false).toBool());
    const auto views = QMetaEnum::fromType<SourcePanel::View>();
    bool isView = false;
    const int view = views.keyToValue(settings.value(u"lab/sourceView"_s).toByteArray(), &isView);
    if (isView)
        m_parts.source->choose(static_cast<SourcePanel::View>(view));
    const auto speed = settings.value(u"lab/speed"_s, m_parts.player->speed()).toDouble();
    if (speed >= 0.02 && speed <= 1)
        m_parts.player->setSpeed(speed);
}

} // namespace lockscope
