// SPDX-License-Identifier: MIT
#include "ui/window/main_window.h"

#include "lockcore/monitor/model/restricted.h"
#include "ui/monitor/connection_rights.h"
#include "ui/monitor/header_bar.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/releases.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/message_box.h"
#include "ui/window/connection_page.h"
#include "ui/window/ending_question.h"
#include "ui/window/exporter.h"
#include "ui/window/keys_dialog.h"
#include "ui/window/leaving_question.h"
#include "ui/window/profile_keeper.h"
#include "ui/window/room_rail.h"
#include "ui/window/sign_in.h"
#include "ui/window/window_geometry.h"
#include "ui/words/server_sentence.h"
#include "ui/words/shown_text.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString nameOf(const Target &target) { return target.name.isEmpty() ? shownText(lockcore::shortName(target.endpoint)) : target.name; }

} // namespace

MainWindow::MainWindow(WindowServices services, std::unique_ptr<QSettings> settings, QWidget *parent)
    : QMainWindow(parent)
    , m_services(std::move(services))
    , m_settings(std::move(settings))
    , m_profiles(new ProfileKeeper(m_services.profilesFile, m_services.secrets, this))
    , m_signIn(new SignIn(m_profiles, this))
    , m_rights(new ConnectionRights(this))
    , m_rail(new RoomRail(this))
    , m_pages(new QStackedWidget(this))
    , m_connection(new ConnectionPage(m_profiles, this))
    , m_monitor(new MonitorPage(this))
    , m_exporter(new Exporter(m_monitor, m_services.chooseFile, m_settings.get(), this))
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
    join();
    restore();
}

MainWindow::~MainWindow()
{
    delete m_exporter; // pending writes need the settings
}

void MainWindow::join()
{
    connect(m_connection, &ConnectionPage::connectWanted, this,
            [this](const Target &target) { replaceConnection(nameOf(target), [this, target] { connectTo(target); }); });
    const auto demo = [this] { replaceConnection(tr("the demo"), [this] { startDemo(); }); };
    connect(m_connection, &ConnectionPage::demoWanted, this, demo);
    connect(m_monitor, &MonitorPage::demoWanted, this, demo);
    connect(m_connection, &ConnectionPage::backWanted, this, &MainWindow::showMonitor);
    connect(m_connection, &ConnectionPage::profileSaved, this, &MainWindow::adoptProfile);
    connect(m_monitor, &MonitorPage::connectWanted, this, [this] { askForServer(); });
    connect(m_monitor, &MonitorPage::disconnectWanted, this, &MainWindow::disconnectServer);
    connect(m_monitor, &MonitorPage::retryWanted, this, &MainWindow::watchAgain);
    connect(m_signIn, &SignIn::ready, this, &MainWindow::watch);
    connect(m_signIn, &SignIn::waiting, m_connection, &ConnectionPage::showWaiting);
    connect(m_signIn, &SignIn::trouble, m_monitor, &MonitorPage::showMessage);
    connect(m_signIn, &SignIn::cancelled, this, [this] {
        m_declined = true;
        m_connection->showComplaint({});
    });
    connect(m_exporter, &Exporter::done, m_monitor, &MonitorPage::showMessage);
    connect(m_exporter, &Exporter::failed, this, [this](const QString &sentence) {
        (new MessageBox(QMessageBox::Warning, tr("Export"), sentence, QMessageBox::Ok, this))->open();
    });
    connect(m_profiles, &ProfileKeeper::changed, this, &MainWindow::heedProfile);
    connect(m_rights, &ConnectionRights::changed, this, &MainWindow::showRights);
    showRights();
}

void MainWindow::setUpActions()
{
    addServerMenu();
    auto *edit = menuBar()->addMenu(tr("&Edit"));
    edit->addAction(themedIcon(u"view-filter"_s, u"filter"_s, palette()), tr("&Filter"), QKeySequence::Find, this, [this] {
        if (m_pages->currentWidget() == m_monitor)
            m_monitor->focusFilter();
    });
    menuBar()->addMenu(tr("&Lock"))->addActions(m_monitor->releases()->actions());
    for (auto *action : m_monitor->releases()->actions()) {
        if (action->shortcutContext() != Qt::WindowShortcut)
            action->setWhatsThis(tr("in table, timeline and details"));
    }
    addAppearances();
    auto *help = menuBar()->addMenu(tr("&Help"));
    help->addAction(themedIcon(u"input-keyboard"_s, u"keyboard"_s, palette()), tr("&Keys"), QKeySequence(Qt::Key_F1), this,
                    &MainWindow::showKeys);
}

void MainWindow::addServerMenu()
{
    auto *server = menuBar()->addMenu(tr("&Server"));
    server->addAction(themedIcon(u"network-connect"_s, u"connect"_s, palette()), tr("&Connect…"), QKeySequence(Qt::CTRL | Qt::Key_O), this,
                      [this] { askForServer(); });
    server->addAction(tr("&New profile…"), QKeySequence::New, this, [this] {
        askForServer();
        m_connection->newProfileWanted();
    });
    m_saveConnection = server->addAction(tr("&Save this connection as a profile…"), QKeySequence::Save, this, &MainWindow::saveConnection);
    m_saveConnection->setEnabled(false);
    m_copyAddress = server->addAction(
        themedIcon(u"edit-copy"_s, u"copy"_s, palette()), tr("Copy the &address"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
        [this] { QGuiApplication::clipboard()->setText(shownText(lockcore::shortName(m_target->endpoint))); });
    m_copyAddress->setEnabled(false);
    m_monitor->header()->setAddressAction(m_copyAddress);
    m_retry = server->addAction(tr("&Try again now"), QKeySequence(Qt::Key_F5), this, &MainWindow::watchAgain);
    m_retry->setEnabled(false);
    m_disconnect = server->addAction(tr("D&isconnect"), QKeySequence(Qt::CTRL | Qt::Key_W), this, &MainWindow::disconnectServer);
    m_disconnect->setEnabled(false);
    server->addAction(tr("Start the &demo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), m_connection, &ConnectionPage::demoWanted);
    server->addSeparator();
    addRightsSwitch(server);
    addExports(server->addMenu(tr("&Export")));
    server->addSeparator();
    server->addAction(themedIcon(u"application-exit"_s, u"quit"_s, palette()), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this,
                      &QWidget::close);
}

void MainWindow::addRightsSwitch(QMenu *menu)
{
    m_readOnly = menu->addAction(tr("&Read-only"), QKeySequence(Qt::CTRL | Qt::Key_L), this,
                                 [this] { m_rights->setMayWrite(!m_rights->mayWrite()); });
    m_readOnly->setObjectName(u"readOnly"_s);
    m_monitor->header()->addButton(new KeyButton(m_readOnly, this));
    m_monitor->setRights(m_rights, m_readOnly);
}

void MainWindow::addExports(QMenu *menu)
{
    menu->addActions(m_exporter->actions());
    m_monitor->header()->addButton(new KeyButton(m_exporter->actions().front(), this));
}

// The same action is in the menu, where its text is what it does, and in the header, where its text is the current state.
void MainWindow::showRights()
{
    const bool may = m_rights->mayWrite();
    m_readOnly->setText(may ? tr("Make &read-only") : tr("Allow &releasing"));
    m_readOnly->setIconText(may ? tr("Read-write") : tr("Read-only"));
    m_readOnly->setIcon(symbolIcon(may ? u"lock-open"_s : u"lock-closed"_s, palette()));
    m_readOnly->setToolTip(m_rights->meaning());
    m_readOnly->setEnabled(m_rights->canSwitch());
}

void MainWindow::addAppearances()
{
    auto *view = menuBar()->addMenu(tr("&View"));
    view->setObjectName(u"view"_s);
    const std::initializer_list<std::pair<Appearance, QString>> choices = {{Appearance::System, tr("As the &system")},
                                                                           {Appearance::Light, tr("&Light")},
                                                                           {Appearance::Dark, tr("&Dark")},
                                                                           {Appearance::HighContrastLight, tr("High &contrast, light")},
                                                                           {Appearance::HighContrastDark, tr("&High contrast, dark")}};
    for (const auto &[appearance, text] : choices) {
        auto *action = view->addAction(text, this, [this, chosen = appearance] { setAppearance(chosen); });
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + view->actions().size() - 1)));
        action->setCheckable(true);
        action->setData(toString(appearance));
        m_appearances->addAction(action);
    }
}

// The Lab and the Explorer will be here, each with its action; there is no button for something that does not work.
void MainWindow::setUpRooms()
{
    auto *room = m_rail->addRoom(tr("Monitor"), u"monitor"_s, QKeySequence(Qt::CTRL | Qt::Key_1));
    connect(room, &QAction::triggered, this, &MainWindow::showMonitor);
    auto *view = menuBar()->findChild<QMenu *>(u"view"_s);
    view->insertAction(view->actions().front(), room);
    view->insertActions(view->actions().at(1), m_monitor->viewActions());
    view->insertSeparator(view->actions().at(1));
    view->insertSeparator(view->actions().at(view->actions().indexOf(m_monitor->viewActions().back()) + 1));
}

void MainWindow::showMonitor()
{
    if (m_target)
        m_pages->setCurrentWidget(m_monitor);
    auto *page = m_pages->currentWidget();
    if (auto *last = page->focusWidget(); last && last != page)
        last->setFocus(); // the position at which the page was left
    else
        page->setFocus();
}

// The demo's own server has nothing to lose.
bool MainWindow::isLive() const
{
    using Phase = lockcore::MonitorState::Phase;
    const auto phase = m_monitor->state().phase;
    return m_target && !m_target->own && (phase == Phase::FirstSweep || phase == Phase::Live);
}

// For what a person chooses: one key on the wrong page must not end a connection that is alive.
void MainWindow::replaceConnection(const QString &by, const std::function<void()> &connect)
{
    if (!isLive())
        return connect();
    auto *question = new EndingQuestion(nameOf(*m_target), by, this);
    QObject::connect(question, &EndingQuestion::endWanted, this, connect);
    question->open();
}

void MainWindow::connectTo(const Target &target)
{
    if (target.profileId.isEmpty())
        m_connection->remember(target.endpoint);
    m_signIn->begin(target);
}

void MainWindow::disconnectServer()
{
    if (!mayLeave([this] { disconnectServer(); }))
        return;
    m_source.reset();
    m_target.reset();
    m_monitor->releases()->setDesk(nullptr, {});
    for (auto *action : {m_retry, m_disconnect, m_copyAddress, m_saveConnection})
        action->setEnabled(false);
    m_exporter->setEnabled(false);
    setWindowTitle(u"Lockscope"_s);
    askForServer();
}

void MainWindow::startDemo()
{
    if (!mayLeave([this] { startDemo(); }))
        return;
    m_signIn->drop();
    m_source.reset(); // watches the server that is about to be replaced
    const auto endpoint = m_services.startDemo();
    if (!endpoint)
        return askForServer(asSentence(endpoint.error().text));
    auto demo = targetAt(*endpoint);
    demo.name = tr("Demo");
    demo.own = true;
    watch(demo);
}

void MainWindow::watch(const Target &target)
{
    if (!mayLeave([this, target] { watch(target); }))
        return;
    m_source.reset();
    m_target = target;
    m_confirmed = false;
    m_declined = false;
    m_connection->showComplaint({});
    m_rights->begin(target);
    m_monitor->showServer(target, target.own ? m_services.demoStory : LockStory());
    m_pages->setCurrentWidget(m_monitor);
    m_disconnect->setEnabled(true);
    m_copyAddress->setEnabled(true);
    m_exporter->setEnabled(false); // until something is known
    showMarks();
    m_source = m_services.watch(target);
    connect(m_source.get(), &MonitorSource::changed, m_monitor, &MonitorPage::apply);
    m_monitor->releases()->setDesk(m_source->desk(), target.endpoint);
    connect(m_source.get(), &MonitorSource::changed, this, &MainWindow::notice);
    m_source->start();
}

void MainWindow::watchAgain()
{
    if (!m_target)
        return;
    if (const auto &error = m_monitor->state().error; error && isAboutPassword(*error))
        return signInAgain(*error);
    if (m_monitor->state().phase == lockcore::MonitorState::Phase::Failed)
        return watch(*m_target);
    m_source->retryNow();
}

void MainWindow::notice(const lockcore::MonitorChange &change)
{
    using Phase = lockcore::MonitorState::Phase;
    const auto phase = change.state.phase;
    m_exporter->setEnabled(phase == Phase::FirstSweep || phase == Phase::Live || phase == Phase::Lost);
    m_retry->setEnabled(phase == Phase::Lost || phase == Phase::Failed || isRestricted(change.state));
    if (!m_confirmed && (phase == Phase::FirstSweep || phase == Phase::Live)) {
        m_confirmed = true;
        m_signIn->confirm();
        m_profiles->markUsed(m_target->profileId);
    }
    const bool out = phase == Phase::Failed || phase == Phase::Lost;
    if (out && change.state.error && isAboutPassword(*change.state.error) && !m_declined && !m_signIn->isAsking())
        signInAgain(*change.state.error);
}

void MainWindow::signInAgain(const lockcore::Error &error)
{
    auto target = *m_target;
    const auto why = passwordSentence(error, target.endpoint);
    target.endpoint.password.clear();
    m_signIn->askAgain(target, why);
}

void MainWindow::saveConnection()
{
    if (m_target)
        m_connection->saveAsProfile(m_target->endpoint);
}

// Of the server that is watched: then it is watched as this profile.
void MainWindow::adoptProfile(const QString &id)
{
    const auto *profile = m_profiles->find(id);
    if (!profile || !m_target || m_target->own || !m_target->profileId.isEmpty())
        return;
    auto watched = m_target->endpoint;
    watched.password.clear();
    if (watched != profile->endpoint)
        return;
    m_target->profileId = id;
    heedProfile();
    if (m_confirmed)
        m_profiles->markUsed(id);
}

// What was permitted is not, as soon as the profile says so; and its name and its marks are those of the connection.
void MainWindow::heedProfile()
{
    const auto *profile = m_target ? m_profiles->find(m_target->profileId) : nullptr;
    if (!profile)
        return;
    const auto said = targetOf(*profile);
    if (said.name == m_target->name && said.production == m_target->production && said.readOnly == m_target->readOnly)
        return;
    m_target->name = said.name;
    m_target->production = said.production;
    m_target->readOnly = said.readOnly;
    m_rights->mark(*m_target);
    m_monitor->nameServer(*m_target);
    showMarks();
}

void MainWindow::showMarks()
{
    setWindowTitle(tr("%1 – Lockscope").arg(nameOf(*m_target)));
    m_saveConnection->setEnabled(m_target->profileId.isEmpty() && !m_target->own);
}

void MainWindow::askForServer(const QString &complaint)
{
    m_signIn->drop();
    m_connection->showComplaint(complaint);
    m_connection->setBack(!m_target ? QString() : isLive() ? tr("Still connected to %1.").arg(nameOf(*m_target)) : nameOf(*m_target));
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
    restoreGeometryOf(this, m_settings->value(u"window/geometry"_s).toByteArray(), {1280, 800});
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

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showRights(); // its icon is drawn in the palette's colours
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayLeave([this] { close(); }))
        return event->ignore();
    save();
    QMainWindow::closeEvent(event);
}

// The result of a release is not lost with the connection, unless somebody agrees: `leave` is called if they do.
bool MainWindow::mayLeave(std::function<void()> leave)
{
    if (m_leaving || m_monitor->releases()->awaited() == 0)
        return true;
    delete m_leavingQuestion; // perhaps about another way to leave
    auto *question = new LeavingQuestion(m_monitor->releases(), this);
    m_leavingQuestion = question;
    connect(question, &LeavingQuestion::leaveWanted, this, [this, leave = std::move(leave)] {
        m_leaving = true;
        leave();
        m_leaving = false;
    });
    question->open();
    return false;
}

void MainWindow::showKeys()
{
    QList<QAction *> actions;
    for (const auto *menu : menuBar()->findChildren<QMenu *>())
        actions << menu->actions();
    KeysDialog(actions + m_connection->pageActions(), this).exec();
}

} // namespace lockscope
