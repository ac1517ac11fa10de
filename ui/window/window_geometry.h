// SPDX-License-Identifier: MIT
// Where a window appears: as it was left, but within the screen, which may be another one by now.
#pragma once

#include <QSize>

class QByteArray;
class QWidget;

namespace lockscope {

/// Before the window is shown. `saved` is from QWidget::saveGeometry(); without one it gets the `usual` size.
void restoreGeometryOf(QWidget *window, const QByteArray &saved, QSize usual);

} // namespace lockscope
