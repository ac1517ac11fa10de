// SPDX-License-Identifier: MIT
// The glyph of a lock's state. It is drawn, not taken from a font, so that size and weight are the same everywhere.
#pragma once

#include "ui/monitor/lock_row.h"

#include <QPalette>
#include <QRectF>

class QPainter;

namespace lockscope {

void paintStateGlyph(QPainter &painter, const QRectF &square, const LockRow &row, const QColor &colour);

/// The colour of glyph and word: that of the state's tone; faint for a lock that is gone.
QColor stateColour(const LockRow &row, const QPalette &palette);

} // namespace lockscope
