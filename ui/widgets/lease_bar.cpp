// SPDX-License-Identifier: MIT
#include "widgets/lease_bar.h"

#include <QPainter>

namespace lockscope {

void paintLeaseBar(QPainter &painter, const QRectF &rect, const LeaseBar &bar)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const qreal radius = rect.height() / 2;
    painter.setBrush(bar.track);
    painter.drawRoundedRect(rect, radius, radius);
    if (bar.fraction > 0) {
        QRectF filled = rect;
        filled.setWidth(qMax(rect.height(), rect.width() * qMin(1.0, bar.fraction)));
        if (bar.glow > 0) {
            QColor halo = bar.colour;
            halo.setAlphaF(static_cast<float>(0.35 * bar.glow));
            painter.setBrush(halo);
            painter.drawRoundedRect(filled.adjusted(-2, -2, 2, 2), radius + 2, radius + 2);
        }
        painter.setBrush(bar.colour);
        painter.drawRoundedRect(filled, radius, radius);
    }
    painter.restore();
}

} // namespace lockscope
