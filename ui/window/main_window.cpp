// SPDX-License-Identifier: MIT
#include "ui/window/main_window.h"

#include "ui/monitor/connection_rights.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/glossary.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/reading_order.h"
#include "ui/window/appearance_menu.h"
#include "ui/window/connection_page.h"
#include "ui/window/explore_room.h"
#include "ui/window/lab_room.h"
#include "ui/window/monitor_room.h"
#include "ui/window/profile_keeper.h"
#include "ui/window/room_rail.h"
#include "ui/window/server_link.h"
#include "ui/window/server_menu.h"
#include "ui/window/window_geometry.h"
#include "ui/words/shown_text.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

MainWindow::MainWindow(const WindowServices &services, std::unique_ptr<QSettings> settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(std::move(settings))
    , m_profiles(new ProfileKeeper(services.profilesFile, services.secrets, this))
    , m_link(new ServerLink(services, m_profiles, this))
    , m_rail(new RoomRail(this))
    , m_pages(new QStackedWidget(this))
    , m_connection(new ConnectionPage(m_profiles, this))
    , m_frame(new EdgeFrame(this))
{
    setWindowIcon(applicationIcon());
    auto *centre = new QWidget(this);
    auto *layout = new QHBoxLayout(centre);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addWidget(m_pages, 1);
    m_pages->addWidget(m_connection);
    setCentralWidget(centre);
    addMenus();
    joinConnection();
    restore();
    showName();
    m_monitor = new MonitorRoom(m_link, *m_server, services, m_settings.get(), this);
    addRoom(m_monitor);
    if (services.lab)
        addLab(services);
    if (services.explorer)
        addExplorer(services);
}

MainWindow::~MainWindow()
{
    for (const auto &place : m_rooms)
        delete place.room; // a room may store something in the settings when it ends
}

void MainWindow::joinConnection()
{
    connect(m_connection, &ConnectionPage::connectWanted, m_link, &ServerLink::choose);
    connect(m_connection, &ConnectionPage::demoWanted, m_link, &ServerLink::chooseDemo);
    connect(m_connection, &ConnectionPage::profileSaved, m_link, &ServerLink::adoptProfile);
    connect(m_link->rights(), &ConnectionRights::changed, m_frame, [this] {
        m_frame->setVisible(m_link->rights()->endsByItself());
        m_frame->raise();
    });
    connect(m_link, &ServerLink::ended, m_frame, &QWidget::hide);
    connect(m_connection, &ConnectionPage::backWanted, this, [this] { enter(m_front); });
    connect(m_link, &ServerLink::serverWanted, this, &MainWindow::askFirst);
    connect(m_link, &ServerLink::waiting, m_connection, &ConnectionPage::showWaiting);
    for (const auto happened : {&ServerLink::declined, &ServerLink::begun})
        connect(m_link, happened, m_connection, [this] { m_connection->showComplaint({}); });
    for (const auto happened : {&ServerLink::begun, &ServerLink::marked, &ServerLink::ended})
        connect(m_link, happened, this, &MainWindow::showName);
    connect(m_link, &ServerLink::connecting, m_connection, [this](const Target &target) {
        if (target.profileId.isEmpty())
            m_connection->remember(target.endpoint);
    });
}

void MainWindow::addMenus()
{
    auto *server = menuBar()->addMenu(tr("&Server"));
    m_server = new ServerMenu(server, m_link, m_connection);
    m_exports = server->addMenu(tr("&Export"));
    server->addSeparator();
    server->addAction(themedIcon(u"application-exit"_s, u"quit"_s, palette()), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this,
                      &QWidget::close);
    m_edit = menuBar()->addMenu(tr("&Edit"));
    m_view = menuBar()->addMenu(tr("&View"));
    m_afterEntries = m_view->addSeparator();
    m_afterRooms = m_view->addSeparator();
    new AppearanceMenu(m_view, m_settings.get());
    m_help = menuBar()->addMenu(tr("&Help"));
    m_help->addAction(themedIcon(u"input-keyboard"_s, u"keyboard"_s, palette()), tr("&Keys"), QKeySequence(Qt::Key_F1), this,
                      &MainWindow::showKeys);
    m_help->addAction(tr("&Glossary"), QKeySequence(Qt::SHIFT | Qt::Key_F1), this, [this] { GlossaryDialog::open(this); });
}

void MainWindow::addLab(const WindowServices &services)
{
    m_lab = new LabRoom(services, m_settings.get(), this);
    addRoom(m_lab);
    m_help->addAction(tr("&Tour of the Lab"), this, [this] { m_lab->startTour(); });
    m_help->addAction(tr("&Challenges"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H), this, [this] { m_lab->showChallenges(); });
    m_help->addAction(tr("&Pitfalls"), QKeySequence(Qt::CTRL | Qt::Key_F1), this, [this] { m_lab->showPitfalls(); });
    connect(m_lab, &LabRoom::watchWanted, this, [this](const lockcore::Endpoint &server) {
        auto target = targetAt(server);
        target.name = tr("the Lab's server");
        target.own = true;
        m_link->connectTo(target);
        enter(m_monitor);
    });
}

void MainWindow::addExplorer(const WindowServices &services)
{
    m_explorer = new ExploreRoom(services, this);
    addRoom(m_explorer);
    connect(m_explorer, &ExploreRoom::labWanted, this, [this](const QString &title, const std::string &scenario) {
        if (!m_lab)
            return;
        if (const auto opened = m_lab->openScenario(title, scenario); !opened)
            m_explorer->showMessage(asSentence(opened.error().text));
    });
}

// The group hides the actions and keys of a room that is not in front, whatever the room itself does with them meanwhile.
void MainWindow::addRoom(Room *room)
{
    const auto added = room->actions();
    room->setParent(this);
    m_pages->addWidget(room->page());
    const auto key = QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + m_rooms.size()));
    Place place{room, m_rail->addRoom(room->name(), room->symbol(), key), new QActionGroup(room), nullptr, !added.exports.isEmpty()};
    place.actions->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (auto *action : added.exports + added.edit + added.view + added.own)
        place.actions->addAction(action);
    m_exports->addActions(added.exports);
    m_edit->addActions(added.edit);
    m_view->insertAction(m_afterEntries, place.entry);
    m_view->insertActions(m_afterRooms, added.view);
    if (!added.own.isEmpty()) {
        place.menu = new QMenu(added.title, menuBar());
        place.menu->addActions(added.own);
        menuBar()->insertMenu(m_view->menuAction(), place.menu);
    }
    m_rooms << place;
    connect(place.entry, &QAction::triggered, this, [this, room] { enter(room); });
    connect(room, &Room::frontWanted, this, [this, room] { bringToFront(room); });
    room->restore(*m_settings);
    if (!m_front)
        m_front = room;
    showFront();
}

void MainWindow::showFront()
{
    for (const auto &place : m_rooms) {
        const bool here = place.room == m_front;
        place.actions->setVisible(here);
        if (place.menu)
            place.menu->menuAction()->setVisible(here);
        if (here) {
            place.entry->setChecked(true);
            m_exports->menuAction()->setVisible(place.exports);
        }
    }
}

void MainWindow::bringToFront(Room *room)
{
    m_front = room;
    showFront();
    m_pages->setCurrentWidget(room->needsServer() && !m_link->target() ? m_connection : room->page());
}

void MainWindow::enter(Room *room)
{
    bringToFront(room);
    auto *page = m_pages->currentWidget();
    if (auto *last = page->focusWidget(); last && last != page)
        last->setFocus(); // the widget that had the focus when the user left the page
    else
        page->setFocus();
}

void MainWindow::connectTo(const Target &target) { m_link->connectTo(target); }

void MainWindow::startDemo() { m_link->startDemo(); }

void MainWindow::askForServer(const QString &complaint) { m_link->askForServer(complaint); }

MonitorPage *MainWindow::monitorPage() const { return m_monitor->monitorPage(); }

LabPage *MainWindow::labPage() const { return m_lab ? m_lab->labPage() : nullptr; }

ExplorePage *MainWindow::explorePage() const { return m_explorer ? m_explorer->explorePage() : nullptr; }

ConnectionRights *MainWindow::rights() const { return m_link->rights(); }

void MainWindow::showName()
{
    const auto &target = m_link->target();
    setWindowTitle(target ? tr("%1 – Lockscope").arg(nameOf(*target)) : u"Lockscope"_s);
}

void MainWindow::askFirst(const QString &complaint)
{
    const auto &target = m_link->target();
    m_connection->showComplaint(complaint);
    m_connection->setBack(!target ? QString() : m_link->isLive() ? tr("Still connected to %1.").arg(nameOf(*target)) : nameOf(*target));
    m_pages->setCurrentWidget(m_connection);
    m_connection->focusFirst();
}

void MainWindow::restore()
{
    restoreGeometryOf(this, m_settings->value(u"window/geometry"_s).toByteArray(), {1280, 800});
    m_connection->restore(*m_settings);
}

void MainWindow::save()
{
    m_settings->setValue(u"window/geometry"_s, saveGeometry());
    m_connection->save(*m_settings);
    for (const auto &place : m_rooms)
        place.room->save(*m_settings);
    m_settings->sync();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_server)
        m_server->showRights(); // its icon is drawn in the palette's colours
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const auto stays = [this](const Place &place) { return !place.room->mayLeave([this] { close(); }); };
    if (std::ranges::any_of(m_rooms, stays))
        return event->ignore();
    save();
    QMainWindow::closeEvent(event);
}

bool MainWindow::focusNextPrevChild(bool next) { return moveFocus(centralWidget(), next); }

// The keys of the room in front, then those that work everywhere.
void MainWindow::showKeys()
{
    QList<QAction *> common;
    for (const auto *entry : menuBar()->actions()) {
        common << entry->menu()->actions();
        for (const auto *menu : entry->menu()->findChildren<QMenu *>())
            common << menu->actions();
    }
    QList<KeySection> sections;
    for (const auto &place : m_rooms) {
        const auto own = place.actions->actions();
        common.removeIf([&](QAction *action) { return own.contains(action); });
        if (place.room == m_front)
            sections << KeySection{place.room->name(), own, place.room->keys()};
    }
    sections << KeySection{tr("In every room"), common, {}} << KeySection{tr("Choosing a server"), m_connection->pageActions(), {}};
    KeysDialog(sections, this).exec();
}

} // namespace lockscope
