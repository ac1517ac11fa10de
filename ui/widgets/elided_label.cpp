// SPDX-License-Identifier: MIT
#include "ui/widgets/elided_label.h"

#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QPainter>

namespace lockscope {

ElidedLabel::ElidedLabel(ShadedLabel::Shade shade, QWidget *parent)
    : QWidget(parent)
    , m_shade(shade)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

bool ElidedLabel::isElided() const { return width() < sizeHint().width(); }

QSize ElidedLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(m_text) + 1, fontMetrics().height()}; }

QSize ElidedLabel::minimumSizeHint() const
{
    return {qMin(sizeHint().width(), fontMetrics().averageCharWidth() * m_fewest), fontMetrics().height()};
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !isElided() || !toolTip().isEmpty())
        return QWidget::event(event);
    showPlainToolTip(static_cast<QHelpEvent *>(event)->globalPos(), m_text, this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(shadeColour(m_shade, palette()));
    painter.drawText(rect(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                     isElided() ? fontMetrics().elidedText(m_text, m_elides, width()) : m_text);
}

} // namespace lockscope
