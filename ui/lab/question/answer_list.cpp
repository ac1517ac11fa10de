// SPDX-License-Identifier: MIT
#include "ui/lab/question/answer_list.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

AnswerList::AnswerList(Wrong wrong, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_wrong(wrong)
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

void AnswerList::ask(const QList<Answer> &answers)
{
    m_answers = answers;
    m_asking = true;
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
    m_asking = false;
    hide();
}

void AnswerList::focusFirst() { m_buttons.front()->setFocus(); }

void AnswerList::mark(int answer)
{
    const auto &marked = m_answers[answer];
    setButtonText(m_buttons[answer], (marked.right ? u"✓  "_s : u"✗  "_s) + withoutMnemonic(marked.text));
    m_buttons[answer]->setEnabled(marked.right);
}

void AnswerList::choose(int answer)
{
    if (!m_asking || answer >= m_answers.size() || !m_buttons[answer]->isEnabled())
        return;
    const auto &chosen = m_answers[answer];
    m_why->showText(chosen.why, font(), chosen.right ? ShadedLabel::Shade::Text : ShadedLabel::Shade::Warning);
    m_why->show();
    mark(answer);
    if (!chosen.right && m_wrong == Wrong::TriesAgain)
        return;
    m_asking = false;
    for (int i = 0; i < m_answers.size(); ++i) {
        if (m_answers[i].right)
            mark(i);
        else
            m_buttons[i]->setEnabled(false);
    }
    emit answered(chosen.right);
}

bool AnswerList::takeKey(const QKeyEvent *event)
{
    const int digit = event->key() - Qt::Key_1;
    const auto modifiers =
        event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier | Qt::GroupSwitchModifier); // digits may need Shift
    if (!m_asking || modifiers != Qt::NoModifier || digit < 0 || digit >= mostAnswers)
        return false;
    choose(digit);
    return true;
}

} // namespace lockscope
