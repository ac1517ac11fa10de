// SPDX-License-Identifier: MIT
#include "ui/widgets/message_box.h"

#include <QGridLayout>
#include <QLabel>

#include <utility>

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
    setInformativeText(QStringLiteral(" ")); // creates the label
    for (auto *label : findChildren<QLabel *>())
        label->setTextFormat(Qt::PlainText);
    setInformativeText(text);
}

// Qt would make the box as narrow as its buttons, and break the explanation into a narrow column.
void MessageBox::showEvent(QShowEvent *event)
{
    constexpr int charactersPerLine = 60;
    auto *grid = qobject_cast<QGridLayout *>(layout());
    if (grid && !std::exchange(m_isWide, true))
        grid->addItem(new QSpacerItem(fontMetrics().averageCharWidth() * charactersPerLine, 0), grid->rowCount(), 0, 1,
                      grid->columnCount());
    QMessageBox::showEvent(event);
}

} // namespace lockscope
