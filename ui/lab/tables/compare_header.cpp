// SPDX-License-Identifier: MIT
#include "ui/lab/tables/compare_header.h"

#include "ui/lab/tables/compare_delegate.h"
#include "ui/widgets/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lockscope {

namespace {

constexpr int tickHeight = 4; // px

} // namespace

CompareHeader::CompareHeader(const CompareModel *model, QWidget *parent)
    : FlatHeader(parent)
    , m_model(model)
{
    setSectionsClickable(false);
}

QSize CompareHeader::sizeHint() const { return {FlatHeader::sizeHint().width(), 2 * fontMetrics().height() + 8}; }

void CompareHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    auto title = rect;
    title.setHeight(rect.height() / 2);
    FlatHeader::paintSection(painter, title, logicalIndex);
    if (logicalIndex != CompareModel::Run)
        return;
    const auto picture = comparePicture(rect);
    for (const auto tick : m_model->axis().ticks(leastTickGap(picture, fontMetrics()))) {
        const auto x = picture.left() + m_model->axis().placeOf(tick) * picture.width();
        const auto text = tick.count() == 0 ? tr("0 ms") : QLocale().toString(tick.count() / 1000);
        const auto width = fontMetrics().horizontalAdvance(text);
        const auto left = std::max<double>(picture.left(), std::min<double>(x - width / 2.0, picture.right() - width));
        painter->setPen(shadesOf(palette()).secondary);
        painter->drawText(QPointF(left, rect.bottom() - tickHeight - fontMetrics().descent()), text);
        painter->drawLine(QPointF(x, rect.bottom() - tickHeight), QPointF(x, rect.bottom()));
    }
}

} // namespace lockscope
