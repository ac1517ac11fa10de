// SPDX-License-Identifier: MIT
#include "ui/lab/cards/card_layout.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace lockscope {

CardLayout::CardLayout(int narrowest, QWidget *parent)
    : QLayout(parent)
    , m_narrowest(narrowest)
{ }

CardLayout::~CardLayout() { qDeleteAll(m_items); }

QLayoutItem *CardLayout::takeAt(int index) { return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr; }

QList<QLayoutItem *> CardLayout::visibleItems() const
{
    QList<QLayoutItem *> items;
    std::ranges::copy_if(m_items, std::back_inserter(items), [](QLayoutItem *item) { return !item->isEmpty(); });
    return items;
}

// Fills the rows equally: three and two cards, not four and one.
int CardLayout::columnsIn(int width, qsizetype cards) const
{
    const auto most = std::clamp<qsizetype>(width / std::max(1, m_narrowest), 1, std::max<qsizetype>(cards, 1));
    const auto rows = (std::max<qsizetype>(cards, 1) + most - 1) / most;
    return static_cast<int>((std::max<qsizetype>(cards, 1) + rows - 1) / rows);
}

int CardLayout::columns() const { return columnsIn(std::min(geometry().width(), m_mostWidth), visibleItems().size()); }

void CardLayout::setMostWidth(int width)
{
    if (std::exchange(m_mostWidth, width) != width)
        invalidate();
}

int CardLayout::place(const QRect &rect, bool move) const
{
    const auto items = visibleItems();
    const auto width = std::min(rect.width(), m_mostWidth);
    const auto columns = columnsIn(width, items.size());
    const auto left = [&](qsizetype column) { return rect.left() + static_cast<int>(width * column / columns); };
    const auto widthOf = [&](qsizetype column) { return left(column + 1) - left(column); };
    int y = rect.top();
    for (qsizetype first = 0; first < items.size(); first += columns) {
        const auto count = std::min<qsizetype>(columns, items.size() - first);
        int height = 0;
        for (qsizetype i = 0; i < count; ++i) {
            auto *item = items[first + i];
            const auto wanted = item->hasHeightForWidth() ? item->heightForWidth(widthOf(i)) : item->sizeHint().height();
            height = std::max(height, wanted);
        }
        for (qsizetype i = 0; move && i < count; ++i)
            items[first + i]->setGeometry({left(i), y, widthOf(i), height});
        y += height;
    }
    return y - rect.top();
}

void CardLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

} // namespace lockscope
