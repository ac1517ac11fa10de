// SPDX-License-Identifier: MIT
// The glyph of a lock's state, drawn rather than taken from a font: the same size and weight everywhere.
#pragma once

#include "ui/monitor/lock_row.h"

#include <QPalette>
#include <QRectF>

class QPainter;

namespace lockscope {

void paintStateGlyph(QPainter &painter, const QRectF &square, const LockRow &row, const QColor &colour);

/// Of glyph and word: that of the state's tone; faint for a lock that is gone.
QColor stateColour(const LockRow &row, const QPalette &palette);

} // namespace lockscope
