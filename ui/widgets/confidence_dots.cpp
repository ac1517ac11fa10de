// SPDX-License-Identifier: MIT
#include "ui/widgets/confidence_dots.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockscope {

ConfidenceDots::ConfidenceDots(QWidget *parent)
    : QWidget(parent)
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    setFont(small);
    setFixedSize(5 * 10 + 6 + fontMetrics().horizontalAdvance(words(5)), fontMetrics().height());
}

void ConfidenceDots::setConfidence(int confidence)
{
    m_confidence = confidence;
    setAccessibleName(tr("How sure: %1").arg(words(confidence)));
    update();
}

void ConfidenceDots::paintEvent(QPaintEvent *)
{
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < 5; ++i) {
        painter.setBrush(i < m_confidence ? shades.secondary : shades.track);
        painter.drawEllipse(QPointF(4 + i * 10, height() / 2.0), 3.5, 3.5);
    }
    painter.setPen(shades.secondary);
    painter.drawText(rect().adjusted(5 * 10 + 6, 0, 0, 0), Qt::AlignVCenter, words(m_confidence));
}

QString ConfidenceDots::words(int confidence) { return tr("sure: %1 of 5").arg(confidence); }

} // namespace lockscope
