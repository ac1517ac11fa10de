// SPDX-License-Identifier: MIT
#include "ui/widgets/check_box.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOptionButton>

namespace lockscope {

void CheckBox::paintEvent(QPaintEvent *event)
{
    QCheckBox::paintEvent(event);
    QStyleOptionButton option;
    initStyleOption(&option);
    const auto &shades = shadesOf(palette());
    QPainter painter(this);
    painter.setPen(isEnabled() ? shades.secondary : shades.faint);
    painter.drawRect(style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, this).adjusted(0, 0, -1, -1));
}

} // namespace lockscope
