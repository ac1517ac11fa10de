// SPDX-License-Identifier: MIT
// The answers to a question as buttons, and what is said about the one that was chosen. GUI thread.
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
        TriesAgain, ///< a wrong answer says why it is wrong, and leaves the others
        Reveals,    ///< the right one is marked at once
    };

    /// `name` begins the object names of its parts.
    AnswerList(Wrong wrong, const QString &name, QWidget *parent = nullptr);

    void ask(const QList<Answer> &answers);
    void clear(); ///< nothing is asked
    bool isAsking() const { return m_asking; }

    void choose(int answer);              ///< from 0; one that is not there, or was tried, does nothing
    bool takeKey(const QKeyEvent *event); ///< 1, 2, 3; false: it is none of them, or nothing is asked
    void focusFirst();

signals:
    void answered(bool rightly); ///< the right one was chosen, or revealed

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
