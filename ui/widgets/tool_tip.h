// SPDX-License-Identifier: MIT
// Tooltips with text from outside: keys, owners, paths, messages of servers. Qt interprets "<b>" in a tooltip as markup, even loads the
// images that it names, and never breaks a line. Every tooltip with such a text must go through here. GUI thread.
#pragma once

#include <QRect>
#include <QString>
#include <QStyledItemDelegate>

namespace lockscope {

/// The text is shown exactly as it is, in lines of a readable length. The middle of a very long text is left out.
QString plainToolTip(const QString &text);

/// QWidget::setToolTip(), with the text exactly as it is; it is also the accessible description.
void setPlainToolTip(QWidget *widget, const QString &text);

/// QToolTip::showText(), with the text exactly as it is.
void showPlainToolTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &place = {});

/// For a delegate's helpEvent(): the index's tooltip, exactly as it is.
bool showPlainToolTip(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index);

/// Qt's own delegate with such tooltips, for every view without a special delegate.
class PlainDelegate : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlainDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;
};

} // namespace lockscope
