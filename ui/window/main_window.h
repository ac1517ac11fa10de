// SPDX-License-Identifier: MIT
// The one window: rooms on the left, one connection shared by all. Its collaborators are passed in, so that tests drive the
// real window without a server. GUI thread.
#pragma once

#include "ui/monitor/lock_story.h"
#include "ui/monitor/monitor_source.h"
#include "ui/profiles/secret_store.h"
#include "ui/profiles/target.h"
#include "ui/widgets/theme.h"
#include "ui/window/file_chooser.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <memory>

class QAction;
class QActionGroup;
class QMenu;
class QSettings;
class QStackedWidget;

namespace lockscope {

class ConnectionPage;
class ConnectionRights;
class Exporter;
class LeavingQuestion;
class MonitorPage;
class ProfileKeeper;
class RoomRail;
class SignIn;

/// What the window cannot create itself.
struct WindowServices
{
    std::function<std::unique_ptr<MonitorSource>(const Target &)> watch;
    /// Starts the demo's server (again) and returns its endpoint.
    std::function<lockcore::Result<lockcore::Endpoint>()> startDemo;
    LockStory demoStory{};
    QString profilesFile;
    std::shared_ptr<SecretStore> secrets; ///< null: there is no keychain
    FileChooser chooseFile = lockscope::chooseFile;
};

class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    MainWindow(WindowServices services, std::unique_ptr<QSettings> settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    void connectTo(const Target &target); ///< asks for a password if one is missing
    void startDemo();
    void askForServer(const QString &complaint = {});

    MonitorPage *monitorPage() const { return m_monitor; }
    ConnectionPage *connectionPage() const { return m_connection; }
    ConnectionRights *rights() const { return m_rights; }

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void setUpRooms();
    void setUpActions();
    void addAppearances();
    void setAppearance(Appearance appearance);
    void addServerMenu();
    void addExports(QMenu *menu);
    void addRightsSwitch(QMenu *menu);
    void showRights();
    void join();
    void replaceConnection(const QString &by, const std::function<void()> &connect);
    void showMonitor();
    bool isLive() const;
    void watch(const Target &target);
    void watchAgain();
    void notice(const lockcore::MonitorChange &change);
    void signInAgain(const lockcore::Error &error);
    void saveConnection();
    void adoptProfile(const QString &id);
    void heedProfile();
    void showMarks();
    void restore();
    void save();
    void showKeys();
    bool mayLeave(std::function<void()> leave); ///< false: the user is asked first
    void disconnectServer();

    WindowServices m_services;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MonitorSource> m_source;
    std::optional<Target> m_target;
    bool m_confirmed = false; ///< the server has accepted the connection
    bool m_leaving = false;   ///< although a release is unanswered
    bool m_declined = false;  ///< the user was asked for a password and gave none
    ProfileKeeper *m_profiles;
    SignIn *m_signIn;
    ConnectionRights *m_rights;
    RoomRail *m_rail;
    QStackedWidget *m_pages;
    ConnectionPage *m_connection;
    MonitorPage *m_monitor;
    Exporter *m_exporter;
    QPointer<LeavingQuestion> m_leavingQuestion;
    QAction *m_readOnly;
    QAction *m_saveConnection;
    QAction *m_copyAddress;
    QAction *m_retry;
    QAction *m_disconnect;
    QActionGroup *m_appearances;
};

} // namespace lockscope
