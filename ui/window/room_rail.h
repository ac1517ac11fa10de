// SPDX-License-Identifier: MIT
// The rooms, on the left: one button for each available room, with Ctrl and its number as the key.
#pragma once

#include <QActionGroup>
#include <QWidget>

class QVBoxLayout;

namespace lockscope {

class RoomRail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RoomRail)

public:
    explicit RoomRail(QWidget *parent = nullptr);

    /// The rail owns the action; add it to a menu, too. `symbol`: an icon of :/icons.
    QAction *addRoom(const QString &name, const QString &symbol, const QKeySequence &key);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void reloadIcons();

    QActionGroup m_rooms;
    QVBoxLayout *m_layout;
};

} // namespace lockscope
