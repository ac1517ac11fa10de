// SPDX-License-Identifier: MIT
// Asks just before a decisive moment, while a run is played slowly: what comes next? The player stands still until the person plays on,
// with or without an answer. GUI thread.
#pragma once

#include "lockcore/base/clock.h"
#include "ui/lab/question/question.h"

#include <QWidget>

#include <optional>
#include <set>

class QKeyEvent;

namespace lockscope {

class AnswerList;
class KeyButton;
class RunPlayer;
class WrappedText;

class AskPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AskPanel)

public:
    /// The player outlives it.
    explicit AskPanel(RunPlayer *player, QWidget *parent = nullptr);

    void setAsks(bool asks);
    bool isAsking() const; ///< there is a question without an answer
    QString text() const;  ///< of the question that is shown; empty: none is

    bool takeKey(const QKeyEvent *event); ///< 1, 2, 3; false: it is none of its keys

signals:
    void shown(bool shown); ///< there is a question to see, answered or not
    void endWanted();       ///< no more questions

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void layOut();
    bool askAbout(std::uint64_t entry);
    void follow();
    void showQuestion(bool isThere);

    RunPlayer *m_player;
    bool m_asks = false;
    std::set<std::uint64_t> m_asked;    ///< of this run: each is asked once
    std::optional<Question> m_question; ///< that is shown, or will be when the player has stopped
    lockcore::Microseconds m_at{0};     ///< where the player stands while a question is shown
    WrappedText *m_text;
    AnswerList *m_answers;
    KeyButton *m_on;
};

} // namespace lockscope
