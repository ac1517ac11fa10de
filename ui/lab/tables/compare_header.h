// SPDX-License-Identifier: MIT
// The header of a comparison: above the pictures of the rows it has their common time axis. GUI thread.
#pragma once

#include "ui/lab/tables/compare_model.h"
#include "ui/widgets/flat_header.h"

namespace lockscope {

class CompareHeader final : public FlatHeader
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CompareHeader)

public:
    explicit CompareHeader(const CompareModel *model, QWidget *parent = nullptr); ///< `model` must outlive this object

    QSize sizeHint() const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;

private:
    const CompareModel *m_model;
};

} // namespace lockscope
