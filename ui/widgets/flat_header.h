// SPDX-License-Identifier: MIT
// A table's header without bevels: its words are aligned with those of the cells, and the sorted column shows the order.
#pragma once

#include <QHeaderView>

namespace lockscope {

/// Between a cell's border and its text, in headers and delegates.
inline constexpr int cellPadding = 8;

/// The first column begins where everything else on a page begins.
inline int leftPadding(int column) { return column == 0 ? 2 * cellPadding : cellPadding; }

class FlatHeader final : public QHeaderView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FlatHeader)

public:
    /// A title that is shown if the whole one does not fit. Without it, the whole one is elided.
    static constexpr int ShortRole = Qt::UserRole + 100;

    explicit FlatHeader(QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void paintEvent(QPaintEvent *event) override;
    QSize sectionSizeFromContents(int logicalIndex) const override;

private:
    QString shownText(int logicalIndex, int role = Qt::DisplayRole) const;
};

} // namespace lockscope
