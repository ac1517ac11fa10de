// SPDX-License-Identifier: MIT
// A table's header without bevels: its words stand exactly above those of the cells, and the sorted column tells it.
#pragma once

#include <QHeaderView>

namespace lockscope {

/// Between a cell's border and its text, in header and delegates alike.
inline constexpr int cellPadding = 8;

/// The first column begins where everything else of a page does.
inline int leftPadding(int column) { return column == 0 ? 2 * cellPadding : cellPadding; }

class FlatHeader final : public QHeaderView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FlatHeader)

public:
    explicit FlatHeader(QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void paintEvent(QPaintEvent *event) override;
    QSize sectionSizeFromContents(int logicalIndex) const override;

private:
    QString shownText(int logicalIndex) const;
};

} // namespace lockscope
