// SPDX-License-Identifier: MIT
#include "ui/widgets/message_box.h"

#include <QLabel>

namespace lockscope {

MessageBox::MessageBox(Icon icon, const QString &title, const QString &text, StandardButtons buttons, QWidget *parent)
    : QMessageBox(icon, title, {}, buttons, parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setTextFormat(Qt::PlainText);
    setText(text);
}

void MessageBox::setExplanation(const QString &text)
{
    setInformativeText(QStringLiteral(" ")); // makes the label
    for (auto *label : findChildren<QLabel *>())
        label->setTextFormat(Qt::PlainText);
    setInformativeText(text);
}

} // namespace lockscope
