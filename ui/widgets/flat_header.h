// SPDX-License-Identifier: MIT
// A table header without bevels: its words are aligned with those of the cells, and the sorted column shows the order.
#pragma once

#include <QHeaderView>

namespace lockscope {

/// px between a cell's border and its text, in headers and delegates.
inline constexpr int cellPadding = 8;

/// The first column begins at the left margin of the page.
inline int leftPadding(int column) { return column == 0 ? 2 * cellPadding : cellPadding; }

class FlatHeader : public QHeaderView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FlatHeader)

public:
    /// A shorter title for a column that is too narrow for the full one. Without it, the full title is elided.
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
