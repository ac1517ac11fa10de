// SPDX-License-Identifier: MIT
// One challenge: its question, its answers as buttons, and, once an answer was played, what it was worth. It emits what is chosen, and plays
// nothing. GUI thread.
#pragma once

#include "ui/challenges/challenge_words.h"

#include <QWidget>

#include <set>

class QPushButton;

namespace lockscope {

class AnswerButtons;
class ShadedLabel;
class WrappedText;

class ChallengeView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChallengeView)

public:
    explicit ChallengeView(QWidget *parent = nullptr);

    void show(const lockcore::Challenge &challenge, int number, int of, const ChallengeState &state);
    using QWidget::show;

    void setPlaying(bool playing);                                         ///< the chosen answer is being played
    void setBlocked(const QString &why);                                   ///< nothing can be played now; empty: something can
    void showResult(const LabResult &result, const ChallengeState &state); ///< of the answer that was chosen last
    void focusFirst();

signals:
    void chosen(int answer); ///< counts from 0
    void pictureWanted();
    void nextWanted();

private:
    void showSolution(std::size_t answer);
    void showState(const ChallengeState &state);
    void enableAnswers();

    lockcore::Challenge m_challenge;
    int m_number = 0, m_of = 0;
    int m_chosen = -1;
    bool m_playing = false, m_blocked = false;
    std::set<int> m_wrong; ///< answers that were tried and are wrong
    ShadedLabel *m_caption;
    ShadedLabel *m_title;
    WrappedText *m_question;
    AnswerButtons *m_buttons;
    ShadedLabel *m_verdict;
    WrappedText *m_why;
    WrappedText *m_judge;
    QPushButton *m_picture;
    QPushButton *m_next;
};

} // namespace lockscope
