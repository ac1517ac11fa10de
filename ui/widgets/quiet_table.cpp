// SPDX-License-Identifier: MIT
#include "ui/widgets/quiet_table.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOptionViewItem>
#include <QTableView>

namespace lockscope {

void setUpQuietTable(QTableView *table)
{
    table->setHorizontalHeader(new FlatHeader(table));
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setMinimumSectionSize(1);
}

void paintQuietCell(QPainter &painter, const QStyleOptionViewItem &option, int column, const QString &text, bool isKey,
                    const QColor &colour)
{
    painter.save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter.fillRect(option.rect, shadesOf(option.palette).selected);
    painter.setFont(isKey ? fixedFont(option.font) : option.font);
    painter.setPen(colour);
    const QRectF inner = QRectF(option.rect).adjusted(leftPadding(column), 0, -cellPadding, 0);
    const auto mode = isKey ? Qt::ElideMiddle : Qt::ElideRight;
    drawFigures(painter, inner, Qt::AlignLeft, QFontMetricsF(painter.font()).elidedText(text, mode, inner.width() + 1));
    painter.restore();
}

} // namespace lockscope
