// SPDX-License-Identifier: MIT
#include "ui/widgets/link_button.h"

#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

namespace lockscope {

LinkButton::LinkButton(const QString &text, QWidget *parent)
    : QAbstractButton(parent)
{
    setText(text);
    setAccessibleName(text);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void LinkButton::setAction(QAction *action)
{
    follow(action);
    connect(action, &QAction::changed, this, [this, action] { follow(action); });
    connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
}

void LinkButton::follow(const QAction *action)
{
    const auto key = action->shortcut().toString(QKeySequence::NativeText);
    setEnabled(action->isEnabled());
    setCursor(isEnabled() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setPlainToolTip(this, key.isEmpty() || !isEnabled() ? action->toolTip() : tr("%1 (%2)").arg(action->toolTip(), key));
    setAccessibleDescription(action->toolTip());
}

QSize LinkButton::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 1, fontMetrics().height()}; }

void LinkButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return click();
    QAbstractButton::keyPressEvent(event);
}

void LinkButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QFont face = font();
    face.setUnderline(isEnabled() && (hasFocus() || underMouse()));
    painter.setFont(face);
    painter.setPen(isEnabled() ? shadesOf(palette()).accent : shadesOf(palette()).faint);
    painter.drawText(rect(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, text());
}

} // namespace lockscope
