// SPDX-License-Identifier: MIT
#include "ui/widgets/reading_order.h"

#include <QApplication>
#include <QLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>

#include <algorithm>

namespace lockscope {

namespace {

void addItems(const QLayout &layout, QList<QWidget *> &parts)
{
    for (int i = 0; i < layout.count(); ++i) {
        const auto *item = layout.itemAt(i);
        if (auto *widget = item->widget())
            parts << widget;
        else if (const auto *inner = const_cast<QLayoutItem *>(item)->layout())
            addItems(*inner, parts);
    }
}

// A layout may not contain all children: some are placed manually, and a scroll area has a viewport.
QList<QWidget *> partsOf(const QWidget &widget)
{
    QList<QWidget *> parts;
    if (const auto *splitter = qobject_cast<const QSplitter *>(&widget)) {
        for (int i = 0; i < splitter->count(); ++i)
            parts << splitter->widget(i);
    } else if (const auto *layout = widget.layout()) {
        addItems(*layout, parts);
    }
    for (auto *child : widget.findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (!child->isWindow() && !parts.contains(child))
            parts << child;
    }
    return parts;
}

void addBelow(const QWidget &widget, QList<QWidget *> &order)
{
    for (auto *part : partsOf(widget)) {
        order << part;
        addBelow(*part, order);
    }
}

bool isTabStop(const QWidget *widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && widget->isVisible() && widget->isEnabled();
}

void scrollTo(QWidget *widget)
{
    for (auto *around = widget->parentWidget(); around; around = around->parentWidget()) {
        auto *area = qobject_cast<QScrollArea *>(around);
        if (!area)
            continue;
        area->ensureWidgetVisible(widget);
        if (widget->height() > area->viewport()->height()) // then its beginning is shown
            area->verticalScrollBar()->setValue(widget->mapTo(area->widget(), QPoint()).y());
    }
}

} // namespace

QList<QWidget *> inReadingOrder(QWidget *root)
{
    QList<QWidget *> order;
    addBelow(*root, order);
    return order;
}

bool moveFocus(QWidget *root, bool next)
{
    auto order = inReadingOrder(root);
    if (!next)
        std::ranges::reverse(order);
    const auto here = order.indexOf(QApplication::focusWidget()); // -1: none, so the first widget is next
    std::ranges::rotate(order, order.begin() + here + 1);
    const auto found = std::ranges::find_if(order, isTabStop);
    if (found == order.end())
        return false;
    (*found)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    scrollTo(*found);
    return true;
}

} // namespace lockscope
