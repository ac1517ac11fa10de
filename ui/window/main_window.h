// SPDX-License-Identifier: MIT
// The one window: rooms on the left, one connection shared by all. What it connects with is given to it, so that tests
// drive the real window without a server. GUI thread.
#pragma once

#include "monitor/lock_story.h"
#include "monitor/monitor_source.h"
#include "widgets/theme.h"

#include <QMainWindow>

#include <functional>
#include <memory>

class QActionGroup;
class QSettings;
class QStackedWidget;

namespace lockscope {

class ConnectionPage;
class MonitorPage;
class RoomRail;

/// What the window cannot make itself.
struct WindowServices
{
    std::function<std::unique_ptr<MonitorSource>(const lockcore::Endpoint &)> watch;
    /// Starts the demo's server (again) and says where it is.
    std::function<lockcore::Result<lockcore::Endpoint>()> startDemo;
    LockStory demoStory{};
};

class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    MainWindow(WindowServices services, std::unique_ptr<QSettings> settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    void connectTo(const lockcore::Endpoint &endpoint);
    void startDemo();
    void askForServer(const QString &complaint = {});

    MonitorPage *monitorPage() const { return m_monitor; }
    ConnectionPage *connectionPage() const { return m_connection; }

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void setUpRooms();
    void setUpActions();
    void addAppearances();
    void setAppearance(Appearance appearance);
    void watch(const lockcore::Endpoint &endpoint, const QString &name);
    void restore();
    void save();
    void showKeys();

    WindowServices m_services;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MonitorSource> m_source;
    std::optional<lockcore::Endpoint> m_endpoint;
    QString m_serverName;
    RoomRail *m_rail;
    QStackedWidget *m_pages;
    ConnectionPage *m_connection;
    MonitorPage *m_monitor;
    QActionGroup *m_appearances;
};

} // namespace lockscope
