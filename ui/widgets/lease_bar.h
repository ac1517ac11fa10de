// SPDX-License-Identifier: MIT
// The bar that drains as a lease runs out: remaining ÷ lease. Table, details and timeline draw the same bar.
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace lockscope {

struct LeaseBar
{
    double fraction = 0; ///< 0…1
    double glow = 0;     ///< 1 just renewed … 0
    bool open = false;   ///< the lease is unknown, so the bar has no end
    QColor colour;
    QColor track;
};

/// `rect` is the whole bar; the caller chooses its height. A remainder is always visible, however small it is.
void paintLeaseBar(QPainter &painter, const QRectF &rect, const LeaseBar &bar);

} // namespace lockscope
