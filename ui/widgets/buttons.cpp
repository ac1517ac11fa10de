// SPDX-License-Identifier: MIT
#include "ui/widgets/buttons.h"

#include "ui/widgets/theme.h"

#include <QKeyEvent>

namespace lockscope {

int controlHeight(const QFontMetrics &metrics) { return metrics.height() + 12; }

bool pressesFocused(QWidget *dialog, const QKeyEvent *event)
{
    auto *button = qobject_cast<QAbstractButton *>(dialog->focusWidget());
    if (!button || (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter))
        return false;
    button->click();
    return true;
}

QPushButton *makeButton(const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(parent);
    button->setAutoDefault(true);
    button->setMinimumHeight(controlHeight(button->fontMetrics()));
    setButtonText(button, text);
    return button;
}

void makePrimary(QPushButton *button)
{
    button->setAutoDefault(false);
    button->setDefault(true); // Enter presses the default button even without the focus
}

void setButtonText(QPushButton *button, const QString &text)
{
    if (button->text() == text)
        return;
    button->setText(text);
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text) + 2 * grid::group);
}

} // namespace lockscope
