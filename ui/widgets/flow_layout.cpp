// SPDX-License-Identifier: MIT
#include "ui/widgets/flow_layout.h"

#include <QWidget>

#include <utility>
#include <vector>

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

void FlowLayout::setMostLines(int lines)
{
    m_mostLines = lines;
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
    const int end = inner.left() + inner.width();
    int x = inner.left(), y = inner.top(), height = 0, lines = 1;
    std::vector<std::pair<QLayoutItem *, QRect>> line;
    const auto finishLine = [&] {
        for (const auto &[item, place] : line) {
            if (move)
                item->setGeometry(place.translated(0, (height - place.height()) / 2));
        }
        line.clear();
    };
    for (auto *item : m_items) {
        if (item->isEmpty())
            continue;
        const bool takesTheRest = item == m_items.back();
        const auto wanted = (takesTheRest ? item->minimumSize() : item->sizeHint()).boundedTo({inner.width(), QWIDGETSIZE_MAX});
        if (x > inner.left() && x + wanted.width() > end) {
            if (lines == m_mostLines) {
                x = end + 1; // so that the next widget does not fit, either
                if (move)
                    item->setGeometry({});
                continue;
            }
            ++lines;
            finishLine();
            x = inner.left();
            y += height + spacing();
            height = 0;
        }
        const int width = takesTheRest ? qMin(end - x, item->maximumSize().width()) : wanted.width();
        line.emplace_back(item, QRect(x, y, width, wanted.height()));
        x += width + spacing();
        height = qMax(height, wanted.height());
    }
    finishLine();
    return y + height - rect.top() + contentsMargins().bottom();
}

} // namespace lockscope
