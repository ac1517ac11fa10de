// SPDX-License-Identifier: MIT
// Draws the library: a chapter as a caption; a story as its title, a summary of at most two lines, and the result seen last. GUI thread.
#pragma once

#include <QStyledItemDelegate>

namespace lockscope {

class LibraryModel;

class LibraryDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LibraryDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;
};

/// At most `most` lines of `width`; text that does not fit is elided at the end. Line number `most` is shorter by `less`.
QStringList wrappedLines(const QString &text, const QFont &font, int width, int most, int less = 0);

} // namespace lockscope
