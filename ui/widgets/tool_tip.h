// SPDX-License-Identifier: MIT
// Tool tips that hold keys, owners and what servers say. Qt would take "<b>" in them for markup, and never break a line. GUI thread.
#pragma once

#include <QString>

class QAbstractItemView;
class QHelpEvent;
class QModelIndex;
class QStyleOptionViewItem;

namespace lockscope {

/// Shown exactly as it is, in lines of a readable length.
QString plainToolTip(const QString &text);

/// For a delegate's helpEvent(): the index's tool tip, as it is.
bool showPlainToolTip(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index);

} // namespace lockscope
