// SPDX-License-Identifier: MIT
#include "ui/lab/question/answer_buttons.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"

#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

AnswerButtons::AnswerButtons(int most, Arrangement arrangement, const QString &name, QWidget *parent)
    : QWidget(parent)
{
    const bool inColumn = arrangement == Arrangement::Column;
    QLayout *layout = inColumn ? static_cast<QLayout *>(new QVBoxLayout(this)) : new FlowLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(inColumn ? grid::unit : grid::spacing);
    for (int i = 0; i < most; ++i) {
        auto *button = makeButton({}, this);
        button->setObjectName(name + u"Answer%1"_s.arg(i + 1));
        button->setAutoDefault(false);
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(button, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        layout->addWidget(button);
        layout->setAlignment(button, Qt::AlignLeft);
        m_buttons << button;
        m_keys << new QShortcut(QKeySequence(Qt::Key_1 + i), this, [this, i] { choose(i); });
    }
    if (!inColumn)
        layout->addWidget(new QWidget(this)); // the last widget of a flow gets the rest of its line, so it must not be a button
    setChoosable(false);
}

void AnswerButtons::ask(const QStringList &texts)
{
    m_texts = texts;
    m_count = static_cast<int>(texts.size());
    for (int i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < m_count);
        m_buttons[i]->setEnabled(i < m_count);
        if (i < m_count)
            setText(i, tr("%1  %2").arg(i + 1).arg(texts[i]));
    }
    setChoosable(true);
}

void AnswerButtons::setChoosable(bool choosable)
{
    m_choosable = choosable;
    for (auto *key : m_keys)
        key->setEnabled(choosable);
}

void AnswerButtons::setLit(int answer, bool lit) { m_buttons[answer]->setEnabled(lit); }

bool AnswerButtons::isLit(int answer) const { return answer < m_count && m_buttons[answer]->isEnabled(); }

void AnswerButtons::setText(int answer, const QString &text) { setButtonText(m_buttons[answer], withoutMnemonic(text)); }

void AnswerButtons::mark(int answer, bool right) { setText(answer, (right ? u"✓  "_s : u"✗  "_s) + m_texts[answer]); }

bool AnswerButtons::focusFirst()
{
    const auto first = std::ranges::find_if(m_buttons, &QWidget::isEnabled);
    if (first == m_buttons.end())
        return false;
    (*first)->setFocus();
    return true;
}

void AnswerButtons::choose(int answer)
{
    if (m_choosable && answer >= 0 && isLit(answer))
        emit chosen(answer);
}

} // namespace lockscope
