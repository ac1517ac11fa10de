// SPDX-License-Identifier: MIT
// Makes Tab follow the order in which a person reads a window: that of its layouts and splitters, not that of the creation of its widgets.
// Widgets that are created later, such as the cards of a run, are included.
#pragma once

#include <QList>

class QWidget;

namespace lockscope {

QList<QWidget *> inReadingOrder(QWidget *root); ///< all widgets below it

/// Gives the focus to the next or the previous widget below `root` that accepts it by Tab; after the last one comes the first. Scroll areas
/// around the widget scroll to it. False: there is no such widget.
bool moveFocus(QWidget *root, bool next);

} // namespace lockscope
