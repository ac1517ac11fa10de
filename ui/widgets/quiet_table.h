// SPDX-License-Identifier: MIT
// What every table of the window has in common: a flat header, whole rows to select, no grid, no frame, nothing to edit.
#pragma once

class QTableView;

namespace lockscope {

/// The height of its rows is the caller's choice.
void setUpQuietTable(QTableView *table);

} // namespace lockscope
