// SPDX-License-Identifier: MIT
#include "ui/lab/question/answer_list.h"

#include "ui/lab/question/answer_buttons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

AnswerList::AnswerList(Reveals reveals, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_reveals(reveals)
    , m_buttons(new AnswerButtons(mostAnswers, AnswerButtons::Arrangement::Line, name, this))
    , m_why(new WrappedText(this))
{
    m_why->setObjectName(name + u"Why"_s);
    m_why->setAccessibleName(tr("Why"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    layout->addWidget(m_buttons);
    layout->addWidget(m_why);
    connect(m_buttons, &AnswerButtons::chosen, this, &AnswerList::choose);
    clear();
}

void AnswerList::ask(const QList<Answer> &answers)
{
    m_answers = answers;
    m_chosen = -1;
    m_asking = true;
    QStringList texts;
    for (const auto &answer : answers)
        texts << answer.text;
    m_buttons->ask(texts);
    m_why->hide();
    show();
}

void AnswerList::clear()
{
    m_asking = false;
    m_buttons->setChoosable(false);
    hide();
}

void AnswerList::close()
{
    m_asking = false;
    m_buttons->setChoosable(false);
    for (int i = 0; i < m_answers.size(); ++i)
        m_buttons->setLit(i, i == m_chosen);
}

void AnswerList::focusFirst() { m_buttons->focusFirst(); }

void AnswerList::choose(int answer)
{
    if (!m_asking || answer >= m_answers.size())
        return;
    m_chosen = answer;
    if (m_reveals == Reveals::AtOnce) {
        reveal(m_answers);
    } else {
        close();
        m_buttons->setText(answer, tr("Your guess: %1").arg(m_answers[answer].text));
    }
    emit answered();
}

void AnswerList::reveal(const QList<Answer> &answers)
{
    m_asking = false;
    m_buttons->setChoosable(false);
    m_answers = answers;
    const auto right = std::ranges::find(m_answers, true, &Answer::right);
    const int told = m_chosen >= 0 || right == m_answers.end() ? m_chosen : static_cast<int>(right - m_answers.begin());
    for (int i = 0; i < m_answers.size(); ++i) {
        m_buttons->setLit(i, m_answers[i].right);
        if (m_answers[i].right || i == m_chosen)
            m_buttons->mark(i, m_answers[i].right);
    }
    const auto answer = m_answers.value(told);
    m_why->showText(answer.why, font(), answer.right ? ShadedLabel::Shade::Text : ShadedLabel::Shade::Warning);
    m_why->setVisible(!answer.why.isEmpty());
}

} // namespace lockscope
