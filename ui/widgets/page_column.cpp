// SPDX-License-Identifier: MIT
#include "ui/widgets/page_column.h"

#include <QHBoxLayout>

namespace lockscope {

void setPageColumn(QWidget *page, QWidget *column)
{
    auto *centred = new QHBoxLayout; // an alignment would ignore that the column's height depends on its width
    centred->addStretch();
    centred->addWidget(column, 1); // as wide as it may be, and narrower in a narrow page
    centred->addStretch();
    auto *layout = new QVBoxLayout(page);
    layout->addStretch(2);
    layout->addLayout(centred);
    layout->addStretch(3);
}

} // namespace lockscope
