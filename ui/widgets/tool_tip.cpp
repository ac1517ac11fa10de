// SPDX-License-Identifier: MIT
#include "ui/widgets/tool_tip.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QToolTip>

namespace lockscope {

namespace {

constexpr qsizetype longest = 4000; // characters; a key may have half a billion, and Qt lays all of them out

QString shortened(const QString &text) { return text.size() <= longest ? text : text.first(longest / 2) + u'…' + text.last(longest / 2); }

} // namespace

QString plainToolTip(const QString &text)
{
    return text.isEmpty() ? text : QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(shortened(text).toHtmlEscaped());
}

void setPlainToolTip(QWidget *widget, const QString &text)
{
    widget->setToolTip(plainToolTip(text));
    widget->setAccessibleDescription(text);
}

void showPlainToolTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &place)
{
    QToolTip::showText(globalPosition, plainToolTip(text), widget, place);
}

bool showPlainToolTip(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    showPlainToolTip(event->globalPos(), index.data(Qt::ToolTipRole).toString(), view->viewport(), option.rect);
    return true;
}

bool PlainDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    return showPlainToolTip(event, view, option, index);
}

} // namespace lockscope
