// SPDX-License-Identifier: MIT
// The answers to a question as buttons, and an explanation of the chosen answer. GUI thread.
#pragma once

#include "ui/lab/question/question.h"

#include <QWidget>

namespace lockscope {

class AnswerButtons;
class WrappedText;

class AnswerList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AnswerList)

public:
    enum class Reveals {
        AtOnce, ///< which answer is right, when one is chosen
        Later,  ///< when reveal() is called: the choice is a guess
    };

    /// `name` is the prefix of the object names of the parts.
    AnswerList(Reveals reveals, const QString &name, QWidget *parent = nullptr);

    void ask(const QList<Answer> &answers);
    void clear(); ///< no question is shown
    void close(); ///< it is too late for an answer
    bool isAsking() const { return m_asking; }

    void choose(int answer);                   ///< `answer` counts from 0; does nothing if it does not exist or one was chosen
    void reveal(const QList<Answer> &answers); ///< the same ones, now that it is known which is right; also without a choice
    void focusFirst();

signals:
    void answered(); ///< one was chosen

private:
    static constexpr int mostAnswers = 3;

    const Reveals m_reveals;
    QList<Answer> m_answers;
    bool m_asking = false;
    int m_chosen = -1; ///< none
    AnswerButtons *m_buttons;
    WrappedText *m_why;
};

} // namespace lockscope
