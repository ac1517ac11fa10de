// SPDX-License-Identifier: MIT
#include "ui/widgets/flat_header.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPaintEvent>

namespace lockscope {

FlatHeader::FlatHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setSectionsClickable(true);
    setMinimumSectionSize(grid::group * 2);
    setTextElideMode(Qt::ElideRight);
}

QSize FlatHeader::sizeHint() const { return {QHeaderView::sizeHint().width(), fontMetrics().height() + 12}; }

QString FlatHeader::shownText(int logicalIndex, int role) const
{
    auto text = model()->headerData(logicalIndex, Qt::Horizontal, role).toString();
    if (!text.isEmpty() && isSortIndicatorShown() && sortIndicatorSection() == logicalIndex)
        text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" \u25b4") : QStringLiteral(" \u25be");
    return text;
}

QSize FlatHeader::sectionSizeFromContents(int logicalIndex) const
{
    return {fontMetrics().horizontalAdvance(shownText(logicalIndex)) + leftPadding(logicalIndex) + cellPadding, sizeHint().height()};
}

void FlatHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    const auto alignment = static_cast<Qt::Alignment>(model()->headerData(logicalIndex, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    const QRect inner = rect.adjusted(leftPadding(logicalIndex), 0, -cellPadding, 0);
    auto title = shownText(logicalIndex);
    if (const auto brief = shownText(logicalIndex, ShortRole); !brief.isEmpty() && fontMetrics().horizontalAdvance(title) > inner.width())
        title = brief;
    const auto text = fontMetrics().elidedText(title, Qt::ElideRight, inner.width());
    painter->setPen(shadesOf(palette()).secondary);
    painter->setFont(font());
    painter->drawText(inner,
                      static_cast<int>(alignment.testFlag(Qt::AlignRight) ? Qt::AlignRight : Qt::AlignLeft)
                          | static_cast<int>(Qt::AlignVCenter) | Qt::TextSingleLine,
                      text);
}

void FlatHeader::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    for (int visual = 0; visual < count(); ++visual) {
        const int logical = logicalIndex(visual);
        const QRect section(sectionViewportPosition(logical), 0, sectionSize(logical), viewport()->height());
        if (!isSectionHidden(logical) && section.intersects(event->rect()))
            paintSection(&painter, section, logical);
    }
    painter.setPen(shadesOf(palette()).line);
    painter.drawLine(0, viewport()->height() - 1, viewport()->width(), viewport()->height() - 1);
}

} // namespace lockscope
