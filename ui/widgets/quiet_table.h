// SPDX-License-Identifier: MIT
// The common look of all tables in the window: a flat header, selection of whole rows, no grid, no frame, no editing.
#pragma once

class QTableView;

namespace lockscope {

/// The caller sets the height of the rows.
void setUpQuietTable(QTableView *table);

} // namespace lockscope
