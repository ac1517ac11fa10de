// SPDX-License-Identifier: MIT
// Rows of a list: a mark in a column of its own, such as a code or a number, and a text in one line. GUI thread.
#pragma once

#include "ui/widgets/tool_tip.h"

namespace lockscope {

class ListDelegate final : public PlainDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ListDelegate)

public:
    static constexpr int MarkRole = Qt::UserRole;

    /// `widestMark`: sets the width of the column.
    ListDelegate(QString widestMark, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const QString m_widestMark;
};

} // namespace lockscope
