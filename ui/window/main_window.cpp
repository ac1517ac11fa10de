// SPDX-License-Identifier: MIT
#include "window/main_window.h"

#include "monitor/monitor_page.h"
#include "monitor/releases.h"
#include "widgets/icons.h"
#include "window/connection_page.h"
#include "window/keys_dialog.h"
#include "window/room_rail.h"
#include "words/shown_text.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

MainWindow::MainWindow(WindowServices services, std::unique_ptr<QSettings> settings, QWidget *parent)
    : QMainWindow(parent)
    , m_services(std::move(services))
    , m_settings(std::move(settings))
    , m_rail(new RoomRail(this))
    , m_pages(new QStackedWidget(this))
    , m_connection(new ConnectionPage(this))
    , m_monitor(new MonitorPage(this))
    , m_appearances(new QActionGroup(this))
{
    setWindowTitle(u"Lockscope"_s);
    setWindowIcon(applicationIcon());
    auto *centre = new QWidget(this);
    auto *layout = new QHBoxLayout(centre);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addWidget(m_pages, 1);
    m_pages->addWidget(m_connection);
    m_pages->addWidget(m_monitor);
    setCentralWidget(centre);
    setUpActions();
    setUpRooms();
    connect(m_connection, &ConnectionPage::connectWanted, this, &MainWindow::connectTo);
    connect(m_connection, &ConnectionPage::demoWanted, this, &MainWindow::startDemo);
    connect(m_monitor, &MonitorPage::connectWanted, this, [this] { askForServer(); });
    connect(m_monitor, &MonitorPage::demoWanted, this, &MainWindow::startDemo);
    connect(m_monitor, &MonitorPage::retryWanted, this, [this] {
        if (m_monitor->isLost())
            m_source->retryNow();
        else if (m_endpoint)
            watch(*m_endpoint, m_serverName);
    });
    restore();
}

MainWindow::~MainWindow() = default;

void MainWindow::setUpActions()
{
    auto *server = menuBar()->addMenu(tr("&Server"));
    server->addAction(themedIcon(u"network-connect"_s, u"connect"_s, palette()), tr("&Connect…"), QKeySequence(Qt::CTRL | Qt::Key_O),
                      this, [this] { askForServer(); });
    server->addAction(tr("Start the &demo"), this, &MainWindow::startDemo);
    server->addSeparator();
    server->addAction(themedIcon(u"application-exit"_s, u"quit"_s, palette()), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this,
                      &QWidget::close);
    auto *edit = menuBar()->addMenu(tr("&Edit"));
    edit->addAction(themedIcon(u"view-filter"_s, u"filter"_s, palette()), tr("&Filter"), QKeySequence::Find, this, [this] {
        if (m_pages->currentWidget() == m_monitor)
            m_monitor->focusFilter();
    });
    menuBar()->addMenu(tr("&Lock"))->addActions(m_monitor->releases()->actions());
    addAppearances();
    auto *help = menuBar()->addMenu(tr("&Help"));
    help->addAction(themedIcon(u"input-keyboard"_s, u"keyboard"_s, palette()), tr("&Keys"), QKeySequence(Qt::Key_F1), this,
                    &MainWindow::showKeys);
}

void MainWindow::addAppearances()
{
    auto *view = menuBar()->addMenu(tr("&View"));
    view->setObjectName(u"view"_s);
    const std::initializer_list<std::pair<Appearance, QString>> choices = {
        {Appearance::System, tr("As the &system")}, {Appearance::Light, tr("&Light")}, {Appearance::Dark, tr("&Dark")},
        {Appearance::HighContrastLight, tr("High &contrast, light")}, {Appearance::HighContrastDark, tr("&High contrast, dark")}};
    for (const auto &[appearance, text] : choices) {
        auto *action = view->addAction(text, this, [this, chosen = appearance] { setAppearance(chosen); });
        action->setCheckable(true);
        action->setData(toString(appearance));
        m_appearances->addAction(action);
    }
}

// The Lab and the Explorer will stand here, each with its action; no button for what does not work.
void MainWindow::setUpRooms()
{
    auto *room = m_rail->addRoom(tr("Monitor"), u"monitor"_s, QKeySequence(Qt::CTRL | Qt::Key_1));
    connect(room, &QAction::triggered, this, [this] {
        if (m_endpoint)
            m_pages->setCurrentWidget(m_monitor);
        m_pages->currentWidget()->setFocus();
    });
    auto *view = menuBar()->findChild<QMenu *>(u"view"_s);
    view->insertAction(view->actions().front(), room);
    view->insertSeparator(view->actions().at(1));
}

void MainWindow::connectTo(const lockcore::Endpoint &endpoint)
{
    m_connection->remember(endpoint);
    watch(endpoint, {});
}

void MainWindow::startDemo()
{
    m_source.reset(); // watches the server that is about to be replaced
    const auto endpoint = m_services.startDemo();
    if (!endpoint)
        return askForServer(asSentence(endpoint.error().text));
    watch(*endpoint, tr("Demo"));
    m_monitor->releases()->setRights({}); // it is ours
}

void MainWindow::watch(const lockcore::Endpoint &endpoint, const QString &name)
{
    m_source.reset();
    m_endpoint = endpoint;
    m_serverName = name;
    m_monitor->showServer(endpoint, name);
    m_pages->setCurrentWidget(m_monitor);
    setWindowTitle(tr("%1 – Lockscope").arg(name.isEmpty() ? shownText(lockcore::shortName(endpoint)) : name));
    m_source = m_services.watch(endpoint);
    connect(m_source.get(), &MonitorSource::changed, m_monitor, &MonitorPage::apply);
    m_monitor->releases()->setSource(m_source.get(), endpoint);
    m_monitor->releases()->setRights({tr("This connection is read-only."), false});
    m_source->start();
}

void MainWindow::askForServer(const QString &complaint)
{
    m_connection->showComplaint(complaint);
    m_pages->setCurrentWidget(m_connection);
    m_connection->focusFirst();
}

void MainWindow::setAppearance(Appearance appearance)
{
    applyAppearance(appearance);
    m_settings->setValue(u"window/appearance"_s, toString(appearance));
    for (auto *action : m_appearances->actions())
        action->setChecked(action->data().toString() == toString(appearance));
}

void MainWindow::restore()
{
    setAppearance(appearanceFrom(m_settings->value(u"window/appearance"_s).toString()));
    if (!restoreGeometry(m_settings->value(u"window/geometry"_s).toByteArray()))
        resize(1280, 800);
    m_connection->restore(*m_settings);
    m_monitor->restore(*m_settings);
}

void MainWindow::save()
{
    m_settings->setValue(u"window/geometry"_s, saveGeometry());
    m_connection->save(*m_settings);
    m_monitor->save(*m_settings);
    m_settings->sync();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    save();
    QMainWindow::closeEvent(event);
}

void MainWindow::showKeys()
{
    QList<QAction *> actions;
    for (const auto *menu : menuBar()->findChildren<QMenu *>(Qt::FindDirectChildrenOnly))
        actions << menu->actions();
    KeysDialog(actions, this).exec();
}

} // namespace lockscope
