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
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/picture/run_picture.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/caption_line.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/entry_table.h"
#include "ui/lab/player/player_bar.h"
#include "ui/lab/player/run_facts.h"
#include "ui/lab/question/ask_panel.h"
#include "ui/lab/question/tour.h"
#include "ui/runs/run_folder.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/state_panel.h"
#include "ui/words/shown_text.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

#include <utility>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

LabPage::LabPage(LabEngine *engine, QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_actions(new LabActions(this))
    , m_desk(new LabDesk(engine, this))
    , m_shelf(new RunShelf(this))
    , m_player(new RunPlayer(this))
    , m_own(new OwnScenarios(OwnScenarios::usualFolder(), this))
    , m_library(new LibraryView(m_own, settings, this))
    , m_bar(new LabBar(m_actions->buttons(), this))
    , m_story(new StoryHeader(this))
    , m_change(new ChangePanel(this))
    , m_state(new StatePanel(this))
    , m_stack(new RunStack(m_player, this))
    , m_picture(new RunPicture(m_stack, m_player, this))
    , m_entries(new EntryModel(m_player, this))
    , m_table(new EntryTable(m_entries, m_player, this))
    , m_caption(new CaptionLine(m_player, this))
    , m_ask(new AskPanel(m_player, this))
    , m_playerBar(new PlayerBar(m_player, this))
    , m_tour(new TourPanel(settings, this))
    , m_verdicts(new VerdictCards(this))
    , m_facts(new RunFacts(this))
    , m_workers(new WorkerCards(this))
    , m_source(new SourcePanel(this))
    , m_tables(engine->tables() ? new LabTables(engine->tables(), settings, this) : nullptr)
{
    layOut();
    join();
    joinActions();
    joinDesk();
    joinTables();
    m_library->setAccessibleName(tr("Stories"));
    m_shelf->list();
    m_library->select(u"plain-del-after-expiry"_s);
    showPhase();
    showRun();
}

LabPage::~LabPage() = default;

QList<QAction *> LabPage::ownActions() const { return m_actions->own(); }

QList<QAction *> LabPage::viewActions() const { return m_actions->view() + m_stack->upperTimeline()->zoomActions(); }

QList<QAction *> LabPage::editActions() const { return {m_actions->search}; }

void LabPage::tellHowToPlay()
{
    setButtonText(m_stateRun, m_change->needsCommand() ? tr("Give the command") : tr("Run"));
    if (m_change->needsCommand()) {
        m_state->setWords(tr("This scenario needs a command"),
                          tr("Its workers are yours: give the command that starts one of them. It is shown once more before it is run."));
        return;
    }
    m_state->setWords(tr("Not played yet"),
                      tr("Run plays the story with real processes on a private Redis server, in about a second. Then watch it slowly, and "
                         "guess what the judge says."));
}

// Beside a story that was not played, there are no workers and no source.
void LabPage::showCentre(bool run)
{
    m_centre->setCurrentWidget(run ? m_run : static_cast<QWidget *>(m_state));
    m_right->setVisible(run);
    shareHeight();
}

void LabPage::join()
{
    connect(m_library, &LibraryView::scenarioChosen, this, &LabPage::chooseScenario);
    connect(m_library, &LibraryView::scenarioActivated, this, [this](const Scenario &scenario) {
        chooseScenario(scenario);
        m_actions->run->trigger();
    });
    connect(m_library, &LibraryView::runChosen, this, &LabPage::openRun);
    connect(m_library, &LibraryView::editWanted, this, &LabPage::edit);
    connect(m_library, &LibraryView::unreadableChosen, this, &LabPage::showUnreadable);
    connect(m_library, &LibraryView::removed, this, &LabPage::showMessage);
    connect(m_story, &StoryHeader::linkWanted, this, [](const QUrl &url) { QDesktopServices::openUrl(url); });
    connect(m_change, &ChangePanel::changed, this, [this] { // why the last run could not be played is no longer true of the next one
        if (!m_desk->isBusy() && !m_isUnreadable)
            tellHowToPlay();
    });
    connect(m_change, &ChangePanel::runWanted, m_actions->run, &QAction::trigger);
    connect(m_change, &ChangePanel::twinWanted, m_actions->twin, &QAction::trigger);
    connect(m_player, &RunPlayer::positionChanged, this, &LabPage::showMoment);
    connect(m_verdicts, &VerdictCards::entryChosen, this, &LabPage::showEntry);
    connect(m_verdicts, &VerdictCards::runAgainRequested, m_actions->again, &QAction::trigger);
    connect(m_verdicts, &VerdictCards::unveiled, this, &LabPage::reveal);
    connect(m_stack->upperTimeline(), &RunTimeline::entryChosen, m_source, &SourcePanel::showEntry);
    connect(m_picture, &RunPicture::entryChosen, this, &LabPage::showEntry);
    connect(m_workers, &WorkerCards::actRequested, m_desk, &LabDesk::act);
    connect(m_workers, &WorkerCards::chosen, this, &LabPage::followWorker);
    connect(m_tour, &TourPanel::wantsScenario, m_library, [this](const QString &name) { m_library->select(name); });
    connect(m_tour, &TourPanel::wantsPlay, m_actions->run, &QAction::trigger);
    connect(m_tour, &TourPanel::answered, this, &LabPage::reveal);
    connect(m_tour, &TourPanel::ended, this, &LabPage::showMoment);
    connect(m_tour, &TourPanel::stageChanged, this, [this] {
        m_verdicts->setWaitsForAnswer(m_tour->stage() == TourPanel::Stage::Question);
        shareHeight();
    });
}

void LabPage::joinActions()
{
    connect(m_actions->run, &QAction::triggered, this, [this] { begin(false, false); });
    connect(m_actions->live, &QAction::triggered, this, [this] { begin(true, false); });
    connect(m_actions->again, &QAction::triggered, m_desk, &LabDesk::again);
    connect(m_actions->stop, &QAction::triggered, m_desk, &LabDesk::stop);
    connect(m_actions->twin, &QAction::triggered, this, [this] { begin(false, true); });
    connect(m_actions->unstack, &QAction::triggered, m_desk, &LabDesk::unstack);
    connect(m_actions->change, &QAction::toggled, this, &LabPage::openChange);
    connect(m_actions->edit, &QAction::triggered, this, [this] { edit(m_scenario, true); });
    connect(m_actions->open, &QAction::triggered, this, [this] {
        const auto folder = QFileDialog::getExistingDirectory(this, tr("Open a kept run"), usualRuns());
        if (!folder.isEmpty())
            openRun(folder);
    });
    connect(m_actions->watch, &QAction::triggered, this, [this] { emit watchWanted(m_desk->run()); });
    connect(m_actions->guessFirst, &QAction::toggled, this, &LabPage::showVeil);
    connect(m_actions->showAll, &QAction::toggled, this, [this](bool all) {
        m_stack->setShowsAll(all);
        m_entries->setShowsAll(all);
    });
    connect(m_actions->asks, &QAction::toggled, m_ask, &AskPanel::setAsks);
    connect(m_ask, &AskPanel::shown, this, [this](bool shown) { m_verdicts->setVisible(!shown && !m_showsLive); }); // in their place
    connect(m_ask, &AskPanel::endWanted, m_actions->asks, &QAction::toggle);
    connect(m_actions->asTable, &QAction::toggled, this, [this](bool table) { m_views->setCurrentIndex(table ? 1 : 0); });
    connect(m_actions->projector, &QAction::toggled, this, &LabPage::setProjector);
    connect(m_actions->search, &QAction::triggered, this, [this] {
        showStory();
        m_library->focusSearch();
    });
}

void LabPage::joinDesk()
{
    connect(m_desk, &LabDesk::phaseChanged, this, &LabPage::showPhase);
    connect(m_desk, &LabDesk::shownChanged, this, &LabPage::showRun);
    connect(m_desk, &LabDesk::liveChanged, this, &LabPage::showLive);
    connect(m_desk, &LabDesk::serverKnown, this, [this](const QString &url) { m_actions->watch->setEnabled(!url.isEmpty()); });
    connect(m_desk, &LabDesk::failed, this, [this](const QString &sentence) {
        m_state->setWords(tr("The run could not be played"), sentence);
        if (!m_desk->upper())
            showCentre(false);
        m_bar->showMessage(sentence);
    });
    connect(m_shelf, &RunShelf::listed, m_library, &LibraryView::setRuns);
    connect(m_shelf, &RunShelf::opened, this, &LabPage::showOpened);
    connect(m_shelf, &RunShelf::refused, this, [this](const QString &sentence) {
        m_state->setWords(tr("This run cannot be opened"), sentence);
        m_bar->showRun(nullptr);
        showCentre(false);
    });
    connect(m_desk, &LabDesk::played, this, [this](const ShownRunPtr &run) {
        const auto &name = run->report.scenario.name; // not of one that was changed, nor of a person's own deeds
        if (!run->report.byHand && (name == m_scenario.name || name == m_scenario.twin))
            m_unnoted.append({run->report.scenario, seenOf(run->report)});
        m_isListed = false;
        showVeil();
        focusStage();
        if (run->report.byHand) // who did it has seen it, and wants to know what it was
            m_player->setPosition(m_player->end());
        else
            m_player->setPlaying(true);
    });
}

void LabPage::chooseScenario(const Scenario &scenario)
{
    const bool isRewritten = m_scenario.file == scenario.file && m_scenario.name == scenario.name && m_scenario != scenario;
    m_scenario = scenario;
    m_isUnreadable = false;
    const auto *twin = scenario.twin.empty() ? nullptr : m_library->model()->builtIn(scenario.twin);
    m_story->show(scenario);
    m_change->show(scenario, twin);
    m_actions->twin->setText(twin ? withoutMnemonic(twinText(scenario, *twin)) : tr("Same with its &twin"));
    const auto &run = m_desk->upper();
    const bool busy = m_desk->isBusy();
    const bool isOfThis = run && run->report.scenario.name == scenario.name && (!isRewritten || run->report.scenario == scenario);
    if (run && (busy || isOfThis)) {
        m_bar->showRun(run);
        showCentre(true);
    } else if (!busy) {
        m_player->setPlaying(false);
        tellHowToPlay();
        m_bar->showRun(nullptr);
        showCentre(false);
    }
    showPhase();
}

// The story that was chosen before is not played in its place.
void LabPage::showUnreadable(const QString &file, const QString &why)
{
    if (m_desk->isBusy())
        return;
    m_isUnreadable = true;
    m_player->setPlaying(false);
    m_actions->change->setChecked(false);
    m_state->setWords(tr("%1 is no scenario").arg(shownText(QFileInfo(file).fileName().toStdString())), why);
    m_bar->showRun(nullptr);
    showCentre(false);
    showPhase();
}

// With what is changed. The twin is the story's own.
void LabPage::begin(bool live, bool asTwin)
{
    LabOrder order;
    order.scenario = m_change->scenario();
    order.command = m_change->command();
    order.live = live;
    order.stretch = live ? m_change->stretch() : 1;
    if (asTwin) {
        const auto *twin = m_library->model()->builtIn(m_scenario.twin);
        if (!twin)
            return;
        order.scenario = *twin;
        order.command.clear();
    } else if (m_change->needsCommand()) {
        m_actions->change->setChecked(true);
        m_change->focusCommand();
        return m_bar->showMessage(tr("This scenario needs a command for its workers."));
    }
    const auto start = [this, order, asTwin] {
        if (asTwin)
            m_desk->stack(order);
        else
            m_desk->play(order);
    };
    m_tour->noteOwnRun();
    if (order.command.empty())
        start();
    else
        askForCommand(order.command, m_settings, this, start);
}

void LabPage::openRun(const QString &folder)
{
    if (m_desk->isBusy())
        m_bar->showMessage(tr("A run is under way. Stop it before you open another."));
    else
        m_shelf->open(folder);
}

// Run plays its story from now on, as it was.
void LabPage::showOpened(const ShownRunPtr &run)
{
    if (!run->folder.isEmpty() && run->folder == m_fromTable.folder) // the list still has the story from before the table
        m_library->select(QString::fromStdString(run->report.scenario.name));
    m_desk->open(run);
    chooseScenario(run->report.scenario);
    focusStage();
}

void LabPage::edit(const Scenario &scenario, bool copy)
{
    auto *editor = new EditorDialog(m_own, scenario, copy ? EditorDialog::Purpose::Copy : EditorDialog::Purpose::Edit, this);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::finished, this,
            [this] { window()->activateWindow(); }); // not every window manager does that after two dialogs
    connect(editor, &EditorDialog::saved, this, [this](const QString &path) {
        showStory();
        m_library->select(QFileInfo(path).completeBaseName(), true); // what a person has written is what comes next
    });
    editor->open();
}

void LabPage::showRun()
{
    const auto run = m_desk->upper();
    const bool wasSeen = m_isRevealed && run == m_player->run() && !m_desk->lower();
    m_isRevealed = isFromTable() || wasSeen; // the verdicts of a run that only stands alone again were seen
    if (run) {
        m_story->show(run->report.scenario);
        m_workers->setLease(run->report.scenario.lease);
    }
    m_player->setPlaying(false);
    if (run != m_player->run() || m_desk->lower()) // one that only stands alone again stays where it is
        m_player->show(run);
    m_stack->stack(m_desk->lower());
    m_bar->showRun(run);
    m_verdicts->showRun(run);
    m_showsLive = false;
    m_verdicts->show();
    m_source->showRun(run);
    m_facts->showRun(run);
    showCentre(run != nullptr);
    m_actions->unstack->setEnabled(m_desk->lower() != nullptr);
    showVeil();
    showMoment();
    showProof();
}

void LabPage::showMoment()
{
    const auto &run = m_player->run();
    if (!run)
        return;
    if (m_player->position() >= m_player->end() && !m_isRevealed) {
        m_tour->notePlayed();
        if (m_tour->stage() != TourPanel::Stage::Question) // the verdicts would answer it
            reveal();
    }
    const auto moment = run->moments.at(m_player->position());
    m_workers->showMoment(moment);
    shareRight();
    m_source->showMoment(moment);
    m_verdicts->showMoment(moment);
}

void LabPage::followWorker(const QString &worker)
{
    m_source->followWorker(worker);
    if (const auto &run = m_player->run())
        m_source->showMoment(run->moments.at(m_player->position()));
}

void LabPage::reveal()
{
    m_isRevealed = true;
    showVeil();
}

void LabPage::showVeil()
{
    const bool veiled = m_actions->guessFirst->isChecked() && !m_isRevealed;
    m_verdicts->setVeiled(veiled);
    m_source->setVeiled(veiled);
    m_facts->setVeiled(veiled);
    listEvents();
    if (veiled)
        return;
    for (const auto &[scenario, seen] : std::exchange(m_unnoted, {}))
        m_library->noteResult(scenario, seen);
    if (!std::exchange(m_isListed, true))
        m_shelf->list();
}

void LabPage::listEvents()
{
    const bool veiled = m_actions->guessFirst->isChecked() && !m_isRevealed;
    m_picture->setListsEvents(!veiled && !m_showsLive && !m_actions->projector->isChecked());
}

// The search field is empty when the room is entered, with the focus in it.
bool LabPage::isChoosing() const
{
    const auto *focus = window()->focusWidget();
    const auto *field = qobject_cast<const QLineEdit *>(focus);
    const bool isEmpty = field && field->text().isEmpty();
    return m_change->isAncestorOf(focus) || (m_library->isAncestorOf(focus) && !isEmpty);
}

// Who has pressed a button wants to see what comes of it: the keys of the player would press it again, or the next one.
void LabPage::focusStage()
{
    if (!isChoosing())
        (m_actions->asTable->isChecked() ? m_views->currentWidget() : m_stack->upperTimeline())->setFocus(Qt::OtherFocusReason);
}

// A live run is shown as far as it has come, at its last moment.
void LabPage::showLive(const ShownRunPtr &run)
{
    const bool isFirst = !std::exchange(m_showsLive, true);
    if (isFirst) { // what was shown before is judged, and this is not
        for (QWidget *widget : {static_cast<QWidget *>(m_verdicts), static_cast<QWidget *>(m_facts)})
            widget->hide();
        m_bar->showRun(nullptr);
        listEvents();
        m_stack->stack(nullptr);
        m_actions->unstack->setEnabled(false);
        m_story->show(run->report.scenario);
        m_workers->setLease(run->report.scenario.lease); // as long as it is now: a stall must outlast it
        m_liveSources = 0;
    }
    if (std::exchange(m_liveSources, run->report.sources.size()) != run->report.sources.size()) // only then: a file may be chosen
        m_source->showRun(run);
    m_player->show(run, RunPlayer::Where::End);
    m_bar->setUnderWay(tr("by hand · judged when you stop it"));
    showCentre(true);
    if (isFirst && !isChoosing()) // its keys crash it, pause it…
        m_workers->focusFirst();
}

void LabPage::showPhase()
{
    const auto phase = m_desk->phase();
    const bool idle = phase == LabDesk::Phase::Idle;
    const bool playsTable = m_tables && m_tables->isPlaying();
    const bool canPlay = idle && !playsTable && !m_isUnreadable;
    const bool hasTwin = m_library->model()->builtIn(m_scenario.twin) != nullptr;
    m_bar->setUnderWay(idle ? (playsTable ? tr("plays a table") : QString()) : phase == LabDesk::Phase::Live ? tr("by hand") : tr("plays"));
    m_workers->setLive(phase == LabDesk::Phase::Live);
    m_change->setCanRun(canPlay);
    for (auto *action : {m_actions->run, m_actions->live})
        action->setEnabled(canPlay);
    m_actions->twin->setEnabled(canPlay && hasTwin);
    for (auto *action : {m_actions->change, m_actions->edit})
        action->setEnabled(!m_isUnreadable);
    if (!idle && m_centre->currentWidget() == m_state)
        m_state->setWords(tr("The run is under way"), tr("It takes about a second. Then it is shown slowly."));
    m_stateRun->setVisible(idle && !m_isUnreadable);
    m_actions->again->setEnabled(m_desk->canPlayAgain() && !playsTable);
    m_actions->stop->setEnabled(!idle);
    if (idle)
        m_actions->watch->setEnabled(false);
}

void LabPage::showEntry(quint64 number)
{
    m_player->setPlaying(false);
    m_player->showEntry(number);
    m_source->showEntry(number);
    m_stack->upperTimeline()->lookCloser(); // where events are too close to each other to be told apart
}

void LabPage::showMessage(const QString &text) { m_bar->showMessage(text); }

void LabPage::startTour()
{
    showStory();
    m_tour->begin();
}

void LabPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_tour->offerOnce();
}

void LabPage::save(QSettings &settings) const
{
    if (m_hasOwnColumns)
        settings.setValue(u"lab/columns"_s, m_columns->saveState());
    if (m_hasOwnRight)
        settings.setValue(u"lab/right"_s, m_right->saveState());
    settings.setValue(u"lab/scenario"_s, QString::fromStdString(m_scenario.name));
    settings.setValue(u"lab/guessFirst"_s, m_actions->guessFirst->isChecked());
    settings.setValue(u"lab/asks"_s, m_actions->asks->isChecked());
    settings.setValue(u"lab/asTable"_s, m_actions->asTable->isChecked());
    settings.setValue(u"lab/speed"_s, m_player->speed());
}

void LabPage::restore(QSettings &settings)
{
    m_hasOwnColumns = m_columns->restoreState(settings.value(u"lab/columns"_s).toByteArray());
    m_hasOwnRight = m_right->restoreState(settings.value(u"lab/right"_s).toByteArray());
    m_library->select(settings.value(u"lab/scenario"_s).toString());
    m_actions->guessFirst->setChecked(settings.value(u"lab/guessFirst"_s, true).toBool());
    m_actions->asks->setChecked(settings.value(u"lab/asks"_s, false).toBool());
    m_actions->asTable->setChecked(settings.value(u"lab/asTable"_s, false).toBool());
    const auto speed = settings.value(u"lab/speed"_s, m_player->speed()).toDouble();
    if (speed >= 0.02 && speed <= 1)
        m_player->setSpeed(speed);
}

} // namespace lockscope
