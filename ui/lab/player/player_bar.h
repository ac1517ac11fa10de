// SPDX-License-Identifier: MIT
// The controls of a player in one line. The page around it passes on keys that no other widget uses: Space, comma, full stop, Page ↑ ↓ (the
// keys of a presentation clicker), [ ]. GUI thread.
#pragma once

#include "lockcore/base/clock.h"

#include <QWidget>

class QAction;
class QComboBox;
class QKeyEvent;

namespace lockscope {

class CheckBox;
class FigureLabel;
class KeyButton;
class RunPlayer;

class PlayerBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlayerBar)

public:
    /// The player must outlive this object.
    explicit PlayerBar(RunPlayer *player, QWidget *parent = nullptr);

    /// For menus: play, step back, step forward, previous decisive event, next decisive event, slower, faster, stop at decisive moments.
    QList<QAction *> actions() const { return m_actions; }

    bool takeKey(const QKeyEvent *event); ///< false: not a key of the player

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QAction *add(const QString &text, const QString &keys, auto slot);
    void addActions();
    void layOut();
    void showIcons();
    void keepWords();
    void showSpeed();
    void showState();
    QString positionText(lockcore::Microseconds position) const;
    void showPosition();
    void changeSpeed(int by);

    RunPlayer *m_player;
    KeyButton *m_playButton;
    FigureLabel *m_position;
    QComboBox *m_speed;
    CheckBox *m_stops;
    QList<QAction *> m_actions;
    QAction *m_play = nullptr, *m_stepBack = nullptr, *m_stepOn = nullptr, *m_decisiveBack = nullptr, *m_decisiveOn = nullptr;
    QAction *m_slower = nullptr, *m_faster = nullptr, *m_stopping = nullptr;
};

} // namespace lockscope
