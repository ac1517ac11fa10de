// SPDX-License-Identifier: MIT
#include "ui/widgets/key_button.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAction>
#include <QKeySequence>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace lockscope {

KeyButton::KeyButton(const QString &text, const QKeySequence &key, QWidget *parent)
    : QPushButton(parent)
    , m_key(key.toString(QKeySequence::NativeText))
{
    setAutoDefault(true); // Enter presses the focused button, too
    setToolTip(tr("Key: %1").arg(m_key));
    setWords(text);
}

KeyButton::KeyButton(QAction *action, QWidget *parent)
    : QPushButton(parent)
{
    setAutoDefault(true);
    follow(action);
    connect(action, &QAction::changed, this, [this, action] { follow(action); });
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
}

void KeyButton::follow(const QAction *action)
{
    const auto key = action->shortcut().toString(QKeySequence::NativeText);
    const bool plain = !key.isEmpty() && action->shortcut()[0].keyboardModifiers() == Qt::NoModifier;
    m_key = plain ? key : QString();
    setIcon(action->icon());
    setEnabled(action->isEnabled());
    setPlainToolTip(this, key.isEmpty() ? action->toolTip() : tr("%1 (%2)").arg(action->toolTip(), key));
    setAccessibleDescription(action->toolTip());
    setWords(action->iconText());
}

void KeyButton::setWords(const QString &text)
{
    setText(text);
    setAccessibleName(text);
    updateGeometry();
    update();
}

void KeyButton::setDangerous()
{
    m_dangerous = true;
    update();
}

QFont KeyButton::keyFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    return small;
}

int KeyButton::iconWidth() const { return icon().isNull() ? 0 : iconSize().width() + grid::unit; }

int KeyButton::keyWidth() const { return m_key.isEmpty() ? 0 : grid::spacing + QFontMetrics(keyFont()).horizontalAdvance(m_key); }

QSize KeyButton::sizeHint() const
{
    const auto content = iconWidth() + fontMetrics().horizontalAdvance(text()) + keyWidth();
    return {content + 2 * grid::group - grid::spacing, controlHeight(fontMetrics())};
}

void KeyButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.icon = {};
    option.text.clear();
    painter.drawControl(QStyle::CE_PushButton, option);
    const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const auto words = fontMetrics().horizontalAdvance(text());
    int left = (width() - iconWidth() - words - keyWidth()) / 2;
    if (!icon().isNull()) {
        const auto size = iconSize();
        icon().paint(&painter, QRect(QPoint(left, (height() - size.height()) / 2), size), Qt::AlignCenter,
                     isEnabled() ? QIcon::Normal : QIcon::Disabled);
    }
    left += iconWidth();
    painter.setPen(m_dangerous && isEnabled() ? shadesOf(palette()).danger : palette().color(group, QPalette::ButtonText));
    painter.drawText(QRect(left, 0, words + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, text());
    if (m_key.isEmpty())
        return;
    painter.setFont(keyFont());
    painter.setPen(isEnabled() ? shadesOf(palette()).secondary : palette().color(group, QPalette::ButtonText));
    painter.drawText(QRect(left + words + grid::spacing, 0, keyWidth(), height()), Qt::AlignLeft | Qt::AlignVCenter, m_key);
}

} // namespace lockscope
