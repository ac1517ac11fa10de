// SPDX-License-Identifier: MIT
#include "ui/window/monitor_room.h"

#include "lockcore/monitor/reading/user_format.h"
#include "ui/monitor/header_bar.h"
#include "ui/monitor/incident_store.h"
#include "ui/monitor/lock_table_view.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/monitor_source.h"
#include "ui/monitor/possible_area.h"
#include "ui/monitor/releases.h"
#include "ui/monitor/traces.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/message_box.h"
#include "ui/window/exporter.h"
#include "ui/window/key_dialog.h"
#include "ui/window/leaving_question.h"
#include "ui/window/release_log_dialog.h"
#include "ui/window/server_link.h"
#include "ui/window/server_menu.h"
#include "ui/window/window_services.h"

#include <QAction>
#include <QMenu>

#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

MonitorRoom::MonitorRoom(ServerLink *link, const ServerMenu &server, const WindowServices &services, QSettings *settings, QWidget *window)
    : Room(window)
    , m_link(link)
    , m_page(new MonitorPage(window))
    , m_exporter(new Exporter(m_page, services.chooseFile, settings, this))
    , m_filter(new QAction(themedIcon(u"view-filter"_s, u"filter"_s, window->palette()), tr("&Filter"), this))
    , m_lookUp(new QAction(tr("&Look up a key…"), this))
    , m_declare(new QAction(tr("&Treat as a lock…"), this))
    , m_releaseLog(new QAction(tr("Release &log…"), this))
    , m_readOnly(server.readOnly())
    , m_demoStory(services.demoStory)
    , m_auditDirectory(services.auditDirectory)
    , m_chooseFile(services.chooseFile)
{
    m_filter->setShortcut(QKeySequence::Find);
    m_lookUp->setObjectName(u"lookUpKey"_s);
    m_lookUp->setShortcut(Qt::CTRL | Qt::Key_G);
    m_lookUp->setToolTip(tr("What a key of this exact name is: a lock or not, and why"));
    m_lookUp->setEnabled(false); // until there is a server
    connect(m_lookUp, &QAction::triggered, this, &MonitorRoom::lookUpKey);
    m_page->header()->setAddressAction(server.copyAddress());
    m_page->header()->addButton(new KeyButton(m_readOnly, window));
    m_page->header()->addButton(new KeyButton(m_exporter->actions().front(), window));
    for (auto *action : m_page->releases()->actions()) {
        if (action->shortcutContext() != Qt::WindowShortcut)
            action->setWhatsThis(tr("in table, timeline and details"));
    }
    m_releaseLog->setObjectName(u"releaseLog"_s);
    m_releaseLog->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_L);
    connect(m_releaseLog, &QAction::triggered, this, &MonitorRoom::showReleaseLog);
    connect(m_page->releases(), &Releases::answered, this, [this] {
        if (m_log)
            m_log->read();
    });
    m_declare->setObjectName(u"declare"_s);
    m_declare->setWhatsThis(tr("in table, timeline and details"));
    m_page->addLockAction(m_declare);
    joinPage();
    joinLink();
    enableDeclaring();
    if (!services.incidentsFile.isEmpty())
        m_page->incidents()->keepIn(services.incidentsFile);
}

void MonitorRoom::joinPage()
{
    connect(m_page, &MonitorPage::demoWanted, m_link, &ServerLink::chooseDemo);
    connect(m_page, &MonitorPage::connectWanted, m_link, [this] { m_link->askForServer(); });
    connect(m_page, &MonitorPage::disconnectWanted, m_link, &ServerLink::disconnectServer);
    connect(m_page->header(), &HeaderBar::databaseWanted, m_link, [this](int db) {
        auto target = *m_link->target();
        target.endpoint.db = db;
        target.profileId.clear(); // the profile is for the other database
        m_link->choose(target);
    });
    connect(m_page->header(), &HeaderBar::clusterWanted, m_link, [this] {
        auto target = *m_link->target();
        target.endpoint.cluster = lockcore::ClusterSeeds{{{target.endpoint.host, target.endpoint.port}}, {}};
        target.endpoint.group.reset();
        target.profileId.clear(); // the profile is for the one node
        m_link->choose(target);
    });
    connect(m_page, &MonitorPage::retryWanted, m_link, &ServerLink::tryAgain);
    connect(m_page, &MonitorPage::lockSelected, this, [this](const std::optional<lockcore::LockId> &id) {
        if (auto *source = m_link->source())
            source->select(id);
    });
    connect(m_page, &MonitorPage::lockSelected, this, &MonitorRoom::enableDeclaring);
    connect(m_declare, &QAction::triggered, this, [this] {
        if (const auto *lock = m_page->selectedLock())
            m_link->editFormats(lock);
    });
    connect(m_page->possible(), &PossibleArea::menuOpens, this, [this](const lockcore::LockInfo &possible, QMenu *menu) {
        menu->addAction(m_declare->text(), this, [this, possible] { m_link->editFormats(&possible); });
    });
    connect(m_page, &MonitorPage::attentionAfterChosen, this, [this](lockcore::Milliseconds after) {
        if (auto *source = m_link->source())
            source->setAttentionAfter(after);
    });
    connect(m_filter, &QAction::triggered, this, [this] {
        if (m_page->isVisible())
            m_page->focusFilter();
    });
    connect(m_exporter, &Exporter::done, m_page, &MonitorPage::showMessage);
    connect(m_exporter, &Exporter::failed, this, [this](const QString &sentence) {
        (new MessageBox(QMessageBox::Warning, tr("Export"), sentence, QMessageBox::Ok, m_page->window()))->open();
    });
}

void MonitorRoom::joinLink()
{
    connect(m_link, &ServerLink::begun, this, &MonitorRoom::begin);
    connect(m_link, &ServerLink::ended, this, &MonitorRoom::end);
    connect(m_link, &ServerLink::changed, this, &MonitorRoom::apply);
    connect(m_link, &ServerLink::marked, m_page, [this] { m_page->nameServer(*m_link->target()); });
    connect(m_link, &ServerLink::trouble, m_page, &MonitorPage::showMessage);
    m_link->setMayLeave([this](std::function<void()> leave) { return mayLeave(std::move(leave)); });
    m_page->setRights(m_link->rights(), m_readOnly);
}

void MonitorRoom::begin()
{
    const auto &target = *m_link->target();
    m_page->showServer(target, target.own ? m_demoStory : LockStory());
    m_page->releases()->setDesk(m_link->source()->desk(), target.endpoint);
    m_page->traces()->setDesk(m_link->source()->traces());
    m_link->source()->setAttentionAfter(m_page->attentionAfter());
    m_exporter->setEnabled(false); // until there is data
    m_lookUp->setEnabled(true);
    if (m_key)
        m_key->setSource(m_link->source(), target.endpoint);
    emit frontWanted();
}

void MonitorRoom::end()
{
    m_page->releases()->setDesk(nullptr, {});
    m_page->traces()->setDesk(nullptr);
    m_exporter->setEnabled(false);
    m_lookUp->setEnabled(false);
    if (m_key)
        m_key->setSource(nullptr, {});
}

void MonitorRoom::apply(const lockcore::MonitorChange &change)
{
    using Phase = lockcore::MonitorState::Phase;
    m_page->apply(change);
    const auto phase = change.state.phase;
    m_exporter->setEnabled(phase == Phase::FirstSweep || phase == Phase::Live || phase == Phase::Lost);
}

// Where a library is recognised well enough, it takes precedence over a format of the user's.
void MonitorRoom::enableDeclaring()
{
    const auto *lock = m_page->selectedLock();
    const bool isKnown = lock && lock->confidence >= lockcore::sureEnough && lock->library != "unknown" && !lockcore::isDeclared(*lock);
    m_declare->setEnabled(lock && !isKnown);
    m_declare->setToolTip(isKnown ? tr("Its library is known, and takes precedence over a format of yours.")
                                  : tr("Declare that keys like this one are locks, and how to read them"));
}

void MonitorRoom::showReleaseLog()
{
    if (!m_log) {
        m_log = new ReleaseLogDialog(m_auditDirectory, m_chooseFile, m_page->window());
        m_log->read();
    }
    m_log->show();
    m_log->raise();
    m_log->activateWindow();
}

void MonitorRoom::lookUpKey()
{
    if (!m_key) {
        m_key = new KeyDialog(m_page->window());
        m_key->setSource(m_link->source(), m_link->target()->endpoint);
        connect(m_key, &KeyDialog::showWanted, m_page, &MonitorPage::showLock);
        connect(m_key, &KeyDialog::declareWanted, this, [this](const lockcore::LockInfo &like) { m_link->editFormats(&like); });
    }
    m_key->show();
    m_key->raise();
    m_key->activateWindow();
    m_key->focusKey();
}

QWidget *MonitorRoom::page() const { return m_page; }

RoomActions MonitorRoom::actions() const
{
    return {m_exporter->actions(),
            {m_filter, m_lookUp},
            m_page->viewActions(),
            tr("&Lock"),
            m_page->releases()->actions() << m_page->traces()->action() << m_page->traces()->clientFilter() << m_declare << m_releaseLog};
}

QList<KeyHelp> MonitorRoom::keys() const
{
    return {
        {keyText(Qt::Key_Escape), tr("Clear the filter; deselect the lock")},
        {keyText(QKeySequence::Copy), tr("Copy the selected locks' names, the event, or the whole filter")},
        {keyText(LockTableView::copyOwnerKey), tr("Copy the selected lock's owner")},
        {keyText(Qt::Key_Menu), tr("On a lock: only this, not this, copy, release, who does this, filter this client, treat as a lock")},
        {keyText(Qt::Key_Menu), tr("On an event: show its moment, who does this, filter its owner or client, copy")},
        {keyText(Qt::Key_Return), tr("On an event or an incident: go to its moment in the timeline")},
        {keyText(Qt::Key_Space), tr("Freeze what is shown, and resume; collecting continues")},
        {keyText(Qt::Key_Return), tr("In the filter: turn the typed text into pills")},
        {keyText(Qt::Key_Down), tr("In the filter: go to the locks")},
        {tr("← · Backspace"), tr("In the filter: move to the pills · turn the last one into text")},
        {keyText(QKeySequence::SelectAll), tr("In the filter: turn all pills into text")},
        {tr("F · N"), tr("On the timeline: show all of it · follow the present (N on the events, too)")},
        {tr(", · ."), tr("On the timeline: the event before · the next one")},
        {tr("+ − ← →"), tr("On the timeline: zoom and pan")},
    };
}

void MonitorRoom::save(QSettings &settings) const { m_page->save(settings); }

void MonitorRoom::restore(QSettings &settings) { m_page->restore(settings); }

// The result of a release must not be lost with the connection, unless the user agrees.
bool MonitorRoom::mayLeave(std::function<void()> leave)
{
    if (m_leaving || m_page->releases()->awaited() == 0)
        return true;
    delete m_question; // it may be about a different way to leave
    m_question = new LeavingQuestion(m_page->releases(), m_page->window());
    connect(m_question, &LeavingQuestion::leaveWanted, this, [this, leave = std::move(leave)] {
        m_leaving = true;
        leave();
        m_leaving = false;
    });
    m_question->open();
    return false;
}

} // namespace lockscope
