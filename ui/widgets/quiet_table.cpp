// SPDX-License-Identifier: MIT
#include "ui/widgets/quiet_table.h"

#include "ui/widgets/flat_header.h"

#include <QTableView>

namespace lockscope {

void setUpQuietTable(QTableView *table)
{
    table->setHorizontalHeader(new FlatHeader(table));
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setMinimumSectionSize(1);
}

} // namespace lockscope
