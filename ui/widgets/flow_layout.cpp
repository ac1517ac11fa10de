// SPDX-License-Identifier: MIT
#include "ui/widgets/flow_layout.h"

#include <QWidget>

namespace lockscope {

FlowLayout::FlowLayout(QWidget *parent)
    : QLayout(parent)
{ }

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

void FlowLayout::insertWidget(int index, QWidget *widget)
{
    addChildWidget(widget);
    m_items.insert(index, new QWidgetItem(widget));
    invalidate();
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
    invalidate();
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= m_items.size())
        return nullptr;
    invalidate();
    return m_items.takeAt(index);
}

int FlowLayout::heightForWidth(int width) const { return place(QRect(0, 0, width, 0), false); }

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto *item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

int FlowLayout::place(const QRect &rect, bool move) const
{
    const auto inner = rect.marginsRemoved(contentsMargins());
    int x = inner.left(), y = inner.top(), line = 0;
    for (auto *item : m_items) {
        if (item->isEmpty())
            continue;
        const bool takesTheRest = item == m_items.back();
        const auto wanted = (takesTheRest ? item->minimumSize() : item->sizeHint()).boundedTo({inner.width(), QWIDGETSIZE_MAX});
        if (x > inner.left() && x + wanted.width() > inner.left() + inner.width()) {
            x = inner.left();
            y += line + spacing();
            line = 0;
        }
        const int width = takesTheRest ? inner.left() + inner.width() - x : wanted.width();
        if (move)
            item->setGeometry(QRect(x, y, width, wanted.height()));
        x += width + spacing();
        line = qMax(line, wanted.height());
    }
    return y + line - rect.top() + contentsMargins().bottom();
}

} // namespace lockscope
