// SPDX-License-Identifier: MIT
#include "ui/widgets/page_column.h"

#include <QHBoxLayout>

namespace lockscope {

void setPageColumn(QWidget *page, QWidget *column)
{
    auto *centred = new QHBoxLayout; // an alignment would ignore height-for-width of the column
    centred->addStretch();
    centred->addWidget(column, 1); // up to its greatest width, and narrower in a narrow page
    centred->addStretch();
    auto *layout = new QVBoxLayout(page);
    layout->addStretch(2);
    layout->addLayout(centred);
    layout->addStretch(3);
}

} // namespace lockscope
