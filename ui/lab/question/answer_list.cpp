// SPDX-License-Identifier: MIT
#include "ui/lab/question/answer_list.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

AnswerList::AnswerList(Reveals reveals, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_reveals(reveals)
    , m_line(new FlowLayout)
    , m_why(new WrappedText(this))
{
    m_line->setSpacing(grid::spacing);
    m_line->setContentsMargins({});
    for (int i = 0; i < mostAnswers; ++i) {
        auto *button = makeButton({}, this);
        button->setObjectName(name + u"Answer%1"_s.arg(i + 1));
        button->setAutoDefault(false);
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(button, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        m_line->addWidget(button);
        m_buttons << button;
        m_keys << new QShortcut(QKeySequence(Qt::Key_1 + i), this, [this, i] { choose(i); });
    }
    auto *rest = new QWidget(this); // the last widget of a flow gets the rest of its line, so it must not be a button
    m_line->addWidget(rest);
    m_why->setObjectName(name + u"Why"_s);
    m_why->setAccessibleName(tr("Why"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    layout->addLayout(m_line);
    layout->addWidget(m_why);
    clear();
}

void AnswerList::setAsking(bool asking)
{
    m_asking = asking;
    for (auto *key : m_keys)
        key->setEnabled(asking);
}

void AnswerList::ask(const QList<Answer> &answers)
{
    m_answers = answers;
    m_chosen = -1;
    setAsking(true);
    for (int i = 0; i < mostAnswers; ++i) {
        m_buttons[i]->setVisible(i < answers.size());
        m_buttons[i]->setEnabled(true);
        if (i < answers.size())
            setButtonText(m_buttons[i], tr("%1  %2").arg(i + 1).arg(withoutMnemonic(answers[i].text)));
    }
    m_why->hide();
    show();
}

void AnswerList::clear()
{
    setAsking(false);
    hide();
}

void AnswerList::close()
{
    setAsking(false);
    for (int i = 0; i < m_answers.size(); ++i)
        m_buttons[i]->setEnabled(i == m_chosen);
}

void AnswerList::focusFirst() { m_buttons.front()->setFocus(); }

void AnswerList::mark(int answer)
{
    const auto &marked = m_answers[answer];
    setButtonText(m_buttons[answer], (marked.right ? u"✓  "_s : u"✗  "_s) + withoutMnemonic(marked.text));
}

void AnswerList::choose(int answer)
{
    if (!m_asking || answer >= m_answers.size())
        return;
    m_chosen = answer;
    if (m_reveals == Reveals::AtOnce) {
        reveal(m_answers);
    } else {
        close();
        setButtonText(m_buttons[answer], tr("Your guess: %1").arg(withoutMnemonic(m_answers[answer].text)));
    }
    emit answered();
}

void AnswerList::reveal(const QList<Answer> &answers)
{
    setAsking(false);
    m_answers = answers;
    const auto right = std::ranges::find(m_answers, true, &Answer::right);
    const int told = m_chosen >= 0 || right == m_answers.end() ? m_chosen : static_cast<int>(right - m_answers.begin());
    for (int i = 0; i < m_answers.size(); ++i) {
        m_buttons[i]->setEnabled(m_answers[i].right);
        if (m_answers[i].right || i == m_chosen)
            mark(i);
    }
    const auto answer = m_answers.value(told);
    m_why->showText(answer.why, font(), answer.right ? ShadedLabel::Shade::Text : ShadedLabel::Shade::Warning);
    m_why->setVisible(!answer.why.isEmpty());
}

} // namespace lockscope
