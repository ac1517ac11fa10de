// SPDX-License-Identifier: MIT
// The only window: rooms on the left, their menus, and the page that asks for a server. It knows no lock (the rooms do) and no connection
// (the ServerLink does). Its collaborators are passed in, so that tests drive the real window without a server. GUI thread.
#pragma once

#include "ui/window/window_services.h"

#include <QMainWindow>

class QAction;
class QActionGroup;
class QMenu;
class QSettings;
class QStackedWidget;

namespace lockscope {

class ConnectionPage;
class ConnectionRights;
class EdgeFrame;
class LabPage;
class MonitorPage;
class ExplorePage;
class ExploreRoom;
class LabRoom;
class MonitorRoom;
class ProfileKeeper;
class Room;
class RoomRail;
class ServerLink;
class ServerMenu;

class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    MainWindow(const WindowServices &services, std::unique_ptr<QSettings> settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    void addRoom(Room *room); ///< below the existing rooms; the window takes ownership

    void connectTo(const Target &target); ///< asks for a password if one is missing
    void startDemo();
    void askForServer(const QString &complaint = {});

    MonitorPage *monitorPage() const;
    LabPage *labPage() const;         ///< null: there is no Lab
    ExplorePage *explorePage() const; ///< null: there is no Explorer
    ConnectionPage *connectionPage() const { return m_connection; }
    ConnectionRights *rights() const;

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Place ///< the widgets and actions of a room
    {
        Room *room;
        QAction *entry;        ///< in the rail and in the menu
        QActionGroup *actions; ///< actions in menus that rooms share
        QMenu *menu;           ///< the room's own menu; null: none
        bool exports;
    };

    void addMenus();
    void addLab(const WindowServices &services);
    void addExplorer(const WindowServices &services);
    void joinConnection();
    void askFirst(const QString &complaint);
    void showFront();
    void bringToFront(Room *room);
    void enter(Room *room);
    void showName();
    void restore();
    void save();
    void showKeys();

    std::unique_ptr<QSettings> m_settings;
    ProfileKeeper *m_profiles;
    ServerLink *m_link;
    RoomRail *m_rail;
    QStackedWidget *m_pages;
    ConnectionPage *m_connection;
    EdgeFrame *m_frame; ///< visible while locks may be freed on a production server
    ServerMenu *m_server = nullptr;
    QMenu *m_exports = nullptr;
    QMenu *m_edit = nullptr;
    QMenu *m_view = nullptr;
    QMenu *m_help = nullptr;
    QAction *m_afterEntries = nullptr; ///< in the View menu: after the entries of the rooms
    QAction *m_afterRooms = nullptr;   ///< in the View menu: after the actions of the rooms
    MonitorRoom *m_monitor = nullptr;
    LabRoom *m_lab = nullptr;          ///< null: there is no Lab
    ExploreRoom *m_explorer = nullptr; ///< null: there is no Explorer
    QList<Place> m_rooms;
    Room *m_front = nullptr; ///< the room in front; while the connection page is shown, the room behind it
};

} // namespace lockscope
