// SPDX-License-Identifier: MIT
#include "ui/monitor/name_confirmation.h"

#include "ui/monitor/release_facts.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

NameConfirmation::NameConfirmation(QWidget *parent)
    : QWidget(parent)
    , m_question(new WrappedText(this))
    , m_field(new QLineEdit(this))
{
    m_question->setFocusPolicy(Qt::ClickFocus);
    m_field->setObjectName(u"confirm"_s);
    m_field->setFont(fixedFont(font()));
    m_field->setMinimumHeight(controlHeight(fontMetrics()));
    setFocusProxy(m_field);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::unit);
    layout->addWidget(m_question);
    layout->addWidget(m_field);
    connect(m_field, &QLineEdit::textChanged, this, &NameConfirmation::typed);
}

void NameConfirmation::ask(const lockcore::LockId &id, const QString &why, const QString &typed)
{
    const auto name = confirmationOf(id);
    const auto what =
        isWholeName(id, name) ? tr("To confirm, type the lock's name: %1") : tr("To confirm, type the end of the lock's name: %1");
    const auto words = why + u' ' + what.arg(name);
    m_question->showText(words, font(), ShadedLabel::Shade::Text);
    m_field->setAccessibleName(words);
    const QSignalBlocker quiet(m_field);
    if (m_field->text() != typed)
        m_field->setText(typed);
}

QString NameConfirmation::question() const { return m_question->toPlainText(); }

} // namespace lockscope
