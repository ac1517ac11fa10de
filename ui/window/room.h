// SPDX-License-Identifier: MIT
// One room of the window: a page, its place in the rail, and its share of the menus. A room that depends on the connection
// listens to the ServerLink. GUI thread.
#pragma once

#include "ui/window/keys_dialog.h"

#include <QObject>

#include <functional>

class QSettings;

namespace lockscope {

/// What a room adds to the menus. The actions are visible, and their keys work, while the room is in front.
struct RoomActions
{
    QList<QAction *> exports; ///< for the Server menu, Export
    QList<QAction *> edit;
    QList<QAction *> view;
    QString title;        ///< title of the room's own menu
    QList<QAction *> own; ///< actions in that menu; empty: there is no such menu
};

class Room : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Room)

public:
    using QObject::QObject;
    ~Room() override = default;

    virtual QString name() const = 0;   ///< shown in the rail
    virtual QString symbol() const = 0; ///< an icon of :/icons, shown in the rail
    virtual QWidget *page() const = 0;
    virtual bool needsServer() const { return false; } ///< without a server, the window asks for one instead of showing the page

    virtual RoomActions actions() const { return {}; }
    virtual QList<KeyHelp> keys() const { return {}; } ///< keys that belong to no action of a menu

    virtual void save(QSettings &) const { }
    virtual void restore(QSettings &) { }

    /// Whether the window may close. False: something is in progress, and the user is asked; `leave` is called if the user agrees to end
    /// it.
    virtual bool mayLeave(std::function<void()> /*leave*/) { return true; }

signals:
    void frontWanted(); ///< the page has something to show, so the room must come to the front
};

} // namespace lockscope
