// SPDX-License-Identifier: MIT
// The answers to a question as buttons, and an explanation of the chosen answer. GUI thread.
#pragma once

#include "ui/lab/question/question.h"

#include <QWidget>

class QKeyEvent;
class QPushButton;

namespace lockscope {

class FlowLayout;
class WrappedText;

class AnswerList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AnswerList)

public:
    enum class Wrong {
        TriesAgain, ///< a wrong answer shows why it is wrong; the user can try the others
        Reveals,    ///< the right answer is marked at once
    };

    /// `name` is the prefix of the object names of the parts.
    AnswerList(Wrong wrong, const QString &name, QWidget *parent = nullptr);

    void ask(const QList<Answer> &answers);
    void clear(); ///< no question is shown
    bool isAsking() const { return m_asking; }

    void choose(int answer);              ///< `answer` counts from 0; does nothing if it does not exist or was tried
    bool takeKey(const QKeyEvent *event); ///< keys 1, 2, 3; false: another key, or no question is shown
    void focusFirst();

signals:
    void answered(bool rightly); ///< the right answer was chosen, or revealed

private:
    void mark(int answer);

    static constexpr int mostAnswers = 3;

    const Wrong m_wrong;
    QList<Answer> m_answers;
    bool m_asking = false;
    FlowLayout *m_line;
    QList<QPushButton *> m_buttons;
    WrappedText *m_why;
};

} // namespace lockscope
