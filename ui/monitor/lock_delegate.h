// SPDX-License-Identifier: MIT
// Draws the cells of the lock table straight from the row, in two weights, with bar, glyph and the owner's colour.
#pragma once

#include "ui/monitor/lock_columns.h"

#include <QStyledItemDelegate>

namespace lockscope {

class LockSortFilter;
class OwnerLight;

class LockDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LockDelegate)

public:
    explicit LockDelegate(const LockSortFilter *rows, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Greys the whole table, because it shows the state from before the connection was lost.
    void setGreyed(bool greyed) { m_greyed = greyed; }

    void setOwnerLight(const OwnerLight *light) { m_light = light; }

    static int rowHeight(const QFontMetrics &metrics);

private:
    struct Cell;
    void paintGround(const Cell &cell) const;
    void paintState(const Cell &cell) const;
    void paintKey(const Cell &cell) const;
    void paintKind(const Cell &cell) const;
    void paintOwner(const Cell &cell) const;
    void paintLease(const Cell &cell) const;
    void paintRenewals(const Cell &cell) const;
    void paintLast(const Cell &cell) const;
    void paintPlain(const Cell &cell) const;
    QColor textColour(const Cell &cell) const;

    const LockSortFilter *m_rows;
    const OwnerLight *m_light = nullptr;
    bool m_greyed = false;
};

} // namespace lockscope
