// SPDX-License-Identifier: MIT
// A page of one column: in the middle, a third from above, where the eye looks first and where it stays when the window grows.
#pragma once

class QWidget;

namespace lockscope {

void setPageColumn(QWidget *page, QWidget *column); ///< gives `page` its layout; the column's width is fixed

} // namespace lockscope
