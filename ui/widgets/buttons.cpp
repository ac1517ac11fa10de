// SPDX-License-Identifier: MIT
#include "widgets/buttons.h"

#include "widgets/theme.h"

#include <QAction>

namespace lockscope {

int controlHeight(const QFontMetrics &metrics)
{
    return metrics.height() + 12;
}

QPushButton *makeButton(const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setAutoDefault(true);
    button->setMinimumHeight(controlHeight(button->fontMetrics()));
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text) + 2 * grid::group);
    return button;
}

namespace {

void follow(QPushButton *button, const QAction *action)
{
    const auto key = action->shortcut().toString(QKeySequence::NativeText);
    const auto words = action->iconText();
    button->setText(words);
    button->setIcon(action->icon());
    button->setEnabled(action->isEnabled());
    button->setToolTip(key.isEmpty() ? action->toolTip() : QStringLiteral("%1 (%2)").arg(action->toolTip(), key));
    button->setAccessibleName(words);
    button->setAccessibleDescription(action->toolTip());
    const int icon = action->icon().isNull() ? 0 : button->iconSize().width() + grid::unit;
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(words) + icon + 2 * grid::spacing + grid::unit);
}

} // namespace

QPushButton *makeButton(QAction *action, QWidget *parent)
{
    auto *button = makeButton(action->iconText(), parent);
    follow(button, action);
    QObject::connect(action, &QAction::changed, button, [button, action] { follow(button, action); });
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    return button;
}

} // namespace lockscope
