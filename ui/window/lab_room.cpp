// SPDX-License-Identifier: MIT
#include "ui/window/lab_room.h"

#include "lockcore/lab/challenge/challenge_file.h"
#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/lab/challenge/challenges_dialog.h"
#include "ui/lab/engine/lab_engine.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/page/lab_actions.h"
#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/page/lab_tables.h"
#include "ui/lab/pitfalls/pitfalls_dialog.h"
#include "ui/widgets/message_box.h"
#include "ui/window/lab_exporter.h"
#include "ui/window/window_services.h"

namespace lockscope {

LabRoom::LabRoom(const WindowServices &services, QSettings *settings, QWidget *window)
    : Room(window)
    , m_settings(settings)
    , m_engine(services.lab())
    , m_page(new LabPage(m_engine.get(), settings, window))
    , m_exporter(new LabExporter(m_page->desk(), services.chooseFile, m_page))
{
    connect(m_page, &LabPage::watchWanted, this, [this](int run) {
        if (const auto server = m_engine->serverOf(run))
            emit watchWanted(*server);
    });
    connect(m_page, &LabPage::pitfallWanted, this, &LabRoom::showPitfalls);
    connect(m_page->desk(), &LabDesk::phaseChanged, this, &LabRoom::showBlocked);
    if (m_page->tables())
        connect(m_page->tables(), &LabTables::playingChanged, this, &LabRoom::showBlocked);
    connect(m_exporter, &LabExporter::done, m_page, &LabPage::showMessage);
    connect(m_exporter, &LabExporter::failed, this, [this](const QString &sentence) {
        (new MessageBox(QMessageBox::Warning, tr("Export"), sentence, QMessageBox::Ok, m_page->window()))->open();
    });
}

LabRoom::~LabRoom()
{
    delete m_page; // first, because it uses the engine
}

lockcore::Result<void> LabRoom::openScenario(const QString &title, const std::string &text)
{
    const auto opened = m_page->openScenario(title, text);
    if (opened)
        emit frontWanted();
    return opened;
}

void LabRoom::startTour()
{
    emit frontWanted();
    m_page->startTour();
}

namespace {

void bringUp(QDialog *dialog)
{
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace

void LabRoom::showPitfalls(const QString &code)
{
    if (!m_pitfalls) {
        m_pitfalls = new PitfallsDialog(lockcore::builtInScenarios(), m_page);
        connect(m_pitfalls, &PitfallsDialog::playWanted, this, &LabRoom::playStory);
    }
    bringUp(m_pitfalls);
    m_pitfalls->goTo(code);
}

void LabRoom::playStory(const QString &name)
{
    m_pitfalls->hide(); // it would cover the picture
    emit frontWanted();
    m_page->library()->select(name);
    if (m_page->actions()->run->isEnabled())
        m_page->actions()->run->trigger();
    else
        m_page->showMessage(tr("Another run is under way."));
}

void LabRoom::showChallenges()
{
    if (!m_challenges) {
        m_challenges = new ChallengesDialog(m_engine.get(), m_settings, lockcore::builtInChallenges(), m_page);
        connect(m_challenges, &ChallengesDialog::runWanted, this, [this](const ShownRunPtr &run) {
            m_challenges->hide();
            emit frontWanted();
            m_page->watchRun(run);
        });
        showBlocked();
    }
    bringUp(m_challenges);
}

void LabRoom::showBlocked()
{
    if (!m_challenges)
        return;
    const bool playsTable = m_page->tables() && m_page->tables()->isPlaying();
    m_challenges->setBlocked(playsTable || m_page->desk()->isBusy() ? tr("Another run is under way.") : QString());
}

QWidget *LabRoom::page() const { return m_page; }

RoomActions LabRoom::actions() const
{
    return {m_exporter->actions(), m_page->editActions(), m_page->viewActions(), tr("&Run"), m_page->ownActions()};
}

QList<KeyHelp> LabRoom::keys() const
{
    return {
        {keyText(Qt::Key_Return), tr("On a story: play it; on an earlier run: open it")},
        {tr("F2 · Del"), tr("On a story of yours: edit it · delete it")},
        {keyText(Qt::Key_Return), tr("In a table: open the run of the cell")},
        {keyText(Qt::Key_Escape), tr("In a table: back to the story, or to the picture · in what is changed: close it")},
        {keyText(Qt::Key_Space), tr("Play slowly from the history, and pause")},
        {tr(", · ."), tr("The event before · the next one")},
        {tr("Page ↑ · Page ↓"), tr("The decisive moment before · the next one (the keys of a clicker)")},
        {tr("[ · ]"), tr("Slower · faster")},
        {tr("← → Home End"), tr("On the timeline: move through the run")},
        {tr("F · + − · U"), tr("On the timeline: show all of it · zoom · unfold groups")},
        {tr("C P S X D H"), tr("By hand, on a worker: crash, pause, stall, cut, slow, hold its reply")},
        {tr("1 … 9"), tr("The answers to a challenge")},
        {tr("1 · 2 · 3"), tr("The answers to a question, in the tour and at a decisive moment")},
    };
}

void LabRoom::save(QSettings &settings) const { m_page->save(settings); }

void LabRoom::restore(QSettings &settings) { m_page->restore(settings); }

} // namespace lockscope
