// SPDX-License-Identifier: MIT
// Help, Challenges: the list, and the current one. An answer that is chosen is played by the engine; the judge decides. Modeless. GUI thread.
#pragma once

#include "ui/challenges/challenge_progress.h"
#include "ui/lab/player/shown_run.h"

#include <QDialog>

class QListWidget;

namespace lockscope {

class ChallengeView;
class LabEngine;
class ShadedLabel;

class ChallengesDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChallengesDialog)

public:
    /// Begins with the first that is not solved. `engine` and `settings` must outlive this object.
    ChallengesDialog(LabEngine *engine, QSettings *settings, std::vector<lockcore::Challenge> challenges, QWidget *parent);
    ~ChallengesDialog() override; ///< stops the run that it plays

    void setBlocked(const QString &why); ///< another run would disturb the challenge's; empty: none does

signals:
    void runWanted(const lockscope::ShownRunPtr &run); ///< show it

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *makeSide();
    void showCurrent();
    void showStates();
    void play(int answer);
    void playOnce();
    void take(int run, const ShownRunPtr &shown);
    const lockcore::Challenge &current() const;

    LabEngine *m_engine;
    ChallengeProgress m_progress;
    const std::vector<lockcore::Challenge> m_challenges;
    QListWidget *m_list;
    ShadedLabel *m_count;
    ChallengeView *m_view;
    int m_run = 0; ///< that is played; 0: none
    std::size_t m_answer = 0;
    int m_plays = 0;      ///< of that answer
    ShownRunPtr m_played; ///< of the answer that was chosen last; null: none
};

} // namespace lockscope
