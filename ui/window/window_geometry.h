// SPDX-License-Identifier: MIT
// Restores the place of a window: as the user left it, but within the screen, which may be another one now.
#pragma once

#include <QSize>

class QByteArray;
class QWidget;

namespace lockscope {

/// Call it before the window is shown. `saved` is from QWidget::saveGeometry(); if it is empty, the window gets the `usual` size.
void restoreGeometryOf(QWidget *window, const QByteArray &saved, QSize usual);

} // namespace lockscope
