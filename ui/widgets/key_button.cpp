// SPDX-License-Identifier: MIT
#include "widgets/key_button.h"

#include "widgets/buttons.h"
#include "widgets/theme.h"

#include <QKeySequence>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace lockscope {

KeyButton::KeyButton(const QString &text, const QKeySequence &key, QWidget *parent)
    : QPushButton(parent)
    , m_key(key.toString(QKeySequence::NativeText))
{
    setWords(text);
}

void KeyButton::setWords(const QString &text)
{
    m_words = text;
    setAccessibleName(text);
    setToolTip(tr("Key: %1").arg(m_key));
    updateGeometry();
    update();
}

QFont KeyButton::keyFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    return small;
}

QSize KeyButton::sizeHint() const
{
    const auto words = fontMetrics().horizontalAdvance(m_words) + grid::spacing + QFontMetrics(keyFont()).horizontalAdvance(m_key);
    return {words + 2 * grid::group - grid::spacing, controlHeight(fontMetrics())};
}

void KeyButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear();
    painter.drawControl(QStyle::CE_PushButton, option);
    const auto words = fontMetrics().horizontalAdvance(m_words);
    const auto key = QFontMetrics(keyFont()).horizontalAdvance(m_key);
    const int left = (width() - words - grid::spacing - key) / 2;
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    painter.drawText(QRect(left, 0, words + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, m_words);
    painter.setFont(keyFont());
    painter.setPen(shadesOf(palette()).secondary);
    painter.drawText(QRect(left + words + grid::spacing, 0, key + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, m_key);
}

} // namespace lockscope
