// SPDX-License-Identifier: MIT
// Tab goes through a window as a person reads it: in the order of its layouts and splitters, not in that in which its widgets were made.
// Widgets that are made later, such as the cards of a run, have their place in it, too.
#pragma once

#include <QList>

class QWidget;

namespace lockscope {

QList<QWidget *> inReadingOrder(QWidget *root); ///< all below it

/// Gives the focus to the next widget below `root` that takes it by Tab, or to the one before; after the last one comes the first. What it
/// is scrolled out of shows it. False: there is none.
bool moveFocus(QWidget *root, bool next);

} // namespace lockscope
