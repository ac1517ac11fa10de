// SPDX-License-Identifier: MIT
// Text whose digits change in place. Qt 6.4 cannot request tabular figures from a font, so each digit is placed in a cell as wide as the
// widest digit. Text in a font whose digits have equal widths is drawn in one call. GUI thread.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>

class QPainter;

namespace lockscope {

/// The platform's fixed-width font in the size of `base`: for keys, owners, commands.
QFont fixedFont(const QFont &base);

qreal figuresWidth(const QFontMetricsF &metrics, const QString &text);

/// The width, cached for repeated drawing.
qreal figuresWidth(const QFont &font, const QString &text);

/// Uses the painter's font and pen; vertically centred, elided at the right if it does not fit. The layout of a text is cached: a thousand
/// leases count down ten times a second with the same few hundred words.
void drawFigures(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text);

} // namespace lockscope
