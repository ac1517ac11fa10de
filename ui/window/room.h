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
    QList<QAction *> exports; ///< Server, Export
    QList<QAction *> edit;
    QList<QAction *> view;
    QString title;        ///< of a menu of its own
    QList<QAction *> own; ///< in that menu; empty: there is none
};

class Room : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Room)

public:
    using QObject::QObject;
    ~Room() override = default;

    virtual QString name() const = 0;   ///< in the rail
    virtual QString symbol() const = 0; ///< in the rail, from :/icons
    virtual QWidget *page() const = 0;
    virtual bool needsServer() const { return false; } ///< without a server, the window asks for one instead of showing the page

    virtual RoomActions actions() const { return {}; }
    virtual QList<KeyHelp> keys() const { return {}; } ///< those that belong to no action of a menu

    virtual void save(QSettings &) const { }
    virtual void restore(QSettings &) { }

    /// May the window close? False: something is in progress, and the user is asked; `leave` is called if the user agrees to end it.
    virtual bool mayLeave(std::function<void()> /*leave*/) { return true; }

signals:
    void frontWanted(); ///< the page has something to show: it comes to the front
};

} // namespace lockscope
