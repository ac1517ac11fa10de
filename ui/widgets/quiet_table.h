// SPDX-License-Identifier: MIT
// The common look of all tables in the window: a flat header, selection of whole rows, no grid, no frame, no editing.
#pragma once

class QColor;
class QPainter;
class QString;
class QStyleOptionViewItem;
class QTableView;

namespace lockscope {

/// The caller sets the height of the rows.
void setUpQuietTable(QTableView *table);

/// Paints the text of a cell, for a delegate. `isKey`: in the fixed-width font, and cut in the middle.
void paintQuietCell(QPainter &painter, const QStyleOptionViewItem &option, int column, const QString &text, bool isKey,
                    const QColor &colour);

} // namespace lockscope
