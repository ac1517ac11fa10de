// SPDX-License-Identifier: MIT
// A page with one column: horizontally centred, with a third of the free height above it, and it keeps this place when the window grows.
#pragma once

class QWidget;

namespace lockscope {

void setPageColumn(QWidget *page, QWidget *column); ///< sets the layout of `page`; the column's width is fixed

} // namespace lockscope
