// SPDX-License-Identifier: MIT
// The timeline of a run, and below it the timeline of another run, aligned at the first fault: "the same pause, with a token". Both follow
// the player of the upper run: they reach what decides them, each with its own close-up, and their ends together. GUI thread.
#pragma once

#include "ui/lab/picture/run_alignment.h"
#include "ui/lab/player/run_player.h"

#include <QWidget>

namespace lockscope {

class RunTimeline;
class ShadedLabel;

class RunStack final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunStack)

public:
    using Time = RunPlayer::Time;

    /// The player must outlive this object.
    explicit RunStack(RunPlayer *player, QWidget *parent = nullptr);

    void stack(ShownRunPtr lower); ///< null: only the player's own run
    const ShownRunPtr &lower() const { return m_lowerPlayer->run(); }

    RunPlayer *lowerPlayer() const { return m_lowerPlayer; } ///< for cards and captions of the lower run; it never plays on its own
    RunTimeline *upperTimeline() const { return m_upper; }
    RunTimeline *lowerTimeline() const { return m_lower; }

    Time offset() const
    {
        return m_offset;
    }                      ///< time in the lower run minus the time in the upper run at the same x position, unless a close-up is shown
    QString words() const; ///< says where the two runs are aligned; empty: there is one run

    void setShowsAll(bool showsAll);
    void showLastCloseUp(); ///< of both runs, wherever the time is
    void lookCloser();      ///< both runs, where they have a close-up

protected:
    void changeEvent(QEvent *event) override;

private:
    void align();
    void setCloseUps();
    void followUpper();
    void followLower();
    void showHeads();

    RunPlayer *m_player;
    RunPlayer *m_lowerPlayer;
    RunTimeline *m_upper;
    RunTimeline *m_lower;
    ShadedLabel *m_upperHead;
    ShadedLabel *m_lowerHead;
    ShadedLabel *m_words;
    QWidget *m_line;
    Time m_offset{0};
    RunAlignment m_alignment;
    bool m_following = false; ///< true while one timeline moves the other
};

} // namespace lockscope
