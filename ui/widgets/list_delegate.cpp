// SPDX-License-Identifier: MIT
#include "ui/widgets/list_delegate.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockscope {

ListDelegate::ListDelegate(QString widestMark, QObject *parent)
    : PlainDelegate(parent)
    , m_widestMark(std::move(widestMark))
{ }

void ListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto &shades = shadesOf(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(option.font);
    if (selected)
        painter->fillRect(option.rect, shades.selected);
    if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(shades.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    auto mark = option.rect.adjusted(grid::group, 0, -grid::spacing, 0);
    mark.setWidth(option.fontMetrics.horizontalAdvance(m_widestMark));
    painter->setPen(shades.secondary);
    painter->drawText(mark, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, index.data(MarkRole).toString());
    const auto text = option.rect.adjusted(grid::group + mark.width() + grid::spacing, 0, -grid::spacing, 0);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    painter->restore();
}

QSize ListDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.fontMetrics.averageCharWidth() * 20, option.fontMetrics.height() + grid::spacing};
}

} // namespace lockscope
