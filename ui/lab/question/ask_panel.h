// SPDX-License-Identifier: MIT
// Asks just before a decisive moment, while a run is played slowly: what comes next? The player pauses until the user continues, with or
// without an answer. GUI thread.
#pragma once

#include "lockcore/base/clock.h"
#include "ui/lab/question/question.h"

#include <QWidget>

#include <optional>
#include <set>

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
    /// The player must outlive this object.
    explicit AskPanel(RunPlayer *player, QWidget *parent = nullptr);

    void setAsks(bool asks);
    bool isAsking() const; ///< a question is shown and not answered
    QString text() const;  ///< the text of the shown question; empty: none

signals:
    void shown(bool shown); ///< true: a question is visible, answered or not
    void endWanted();       ///< the user wants no more questions

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void layOut();
    bool askAbout(std::uint64_t entry);
    void follow();
    void showQuestion(bool isThere);

    RunPlayer *m_player;
    bool m_asks = false;
    std::set<std::uint64_t> m_asked;    ///< entries of this run: each is asked about once
    std::optional<Question> m_question; ///< the question that is shown, or will be shown when the player has stopped
    lockcore::Microseconds m_at{0};     ///< the player's position while a question is shown
    WrappedText *m_text;
    AnswerList *m_answers;
    KeyButton *m_on;
};

} // namespace lockscope
