// SPDX-License-Identifier: MIT
// The answers to a question as numbered buttons. The keys 1 to 9 choose wherever the focus is, except in a field that takes text. GUI thread.
#pragma once

#include <QList>
#include <QWidget>

class QPushButton;
class QShortcut;

namespace lockscope {

class AnswerButtons final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AnswerButtons)

public:
    enum class Arrangement { Line, Column };

    /// `name` is the prefix of the object names: `tourAnswer1`.
    AnswerButtons(int most, Arrangement arrangement, const QString &name, QWidget *parent = nullptr);

    void ask(const QStringList &texts); ///< all can be chosen
    int count() const { return m_count; }

    void setChoosable(bool choosable); ///< false: neither a click nor a key chooses
    void setLit(int answer, bool lit); ///< an answer that is not lit cannot be chosen. Counts from 0, as the others
    bool isLit(int answer) const;

    void setText(int answer, const QString &text); ///< in place of the number and the answer
    void mark(int answer, bool right);             ///< with a sign in place of the number

    bool focusFirst(); ///< the first that is lit; false: none is

public slots:
    void choose(int answer); ///< does nothing if it cannot be chosen

signals:
    void chosen(int answer);

private:
    bool m_choosable = false;
    int m_count = 0;
    QStringList m_texts;
    QList<QPushButton *> m_buttons;
    QList<QShortcut *> m_keys;
};

} // namespace lockscope
