// SPDX-License-Identifier: MIT
#include "ui/widgets/tool_tip.h"

#include <QAbstractItemView>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>

namespace lockscope {

namespace {

constexpr qsizetype charactersPerTipLine = 72;
constexpr qsizetype longest = 4000; // characters; a key may have half a billion, and Qt would lay all of them out

QString shortened(const QString &text) { return text.size() <= longest ? text : text.first(longest / 2) + u'…' + text.last(longest / 2); }

} // namespace

// Breaks the lines here, because a text that Qt wraps is as narrow as it is high.
QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return text;
    const auto shown = shortened(text);
    const QFontMetrics metrics(QToolTip::font());
    const int most = metrics.averageCharWidth() * static_cast<int>(charactersPerTipLine);
    int widest = 0;
    for (const auto &line : QStringView(shown).split(u'\n'))
        widest = std::max(widest, metrics.horizontalAdvance(line.first(std::min(line.size(), charactersPerTipLine)).toString()));
    return QStringLiteral("<table width='%1' cellspacing='0' cellpadding='0'><tr><td style='white-space:pre-wrap'>%2</td></tr></table>")
        .arg(std::min(widest, most) + 1)
        .arg(shown.toHtmlEscaped());
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
