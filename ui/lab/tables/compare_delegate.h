// SPDX-License-Identifier: MIT
// Paints a compact row: above, who holds the lock in Redis; below, a thin bar for each worker that is inside; the faults, refusals and
// violations as marks over both. GUI thread.
#pragma once

#include "ui/lab/tables/compare_model.h"
#include "ui/widgets/tool_tip.h"

namespace lockscope {

class CompareDelegate final : public PlainDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CompareDelegate)

public:
    /// `model` must outlive this object. The view may show it through a proxy that keeps the order.
    explicit CompareDelegate(const CompareModel *model, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const CompareModel *m_model;
};

/// Where the picture of a run is within its cell, or within the section of the header above.
QRect comparePicture(const QRect &cell);

/// The part of the axis that lies between two ticks at least, so that their labels have room.
double leastTickGap(const QRect &picture, const QFontMetrics &metrics);

} // namespace lockscope
