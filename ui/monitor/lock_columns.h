// SPDX-License-Identifier: MIT
// What each column of the lock table shows for a row, and how it sorts. Shared by model, delegate and copying. Pure.
#pragma once

#include "ui/monitor/lock_model.h"

namespace lockscope {

/// A cell's text in two weights: the value, and its evidence or unit in a lighter shade.
struct CellText
{
    QString main;
    QString aside;
    QString joined() const;
};

/// The whole owner of a lock with one; empty: it has several, or none is named.
QString fullOwnerText(const lockcore::LockInfo &lock);

CellText cellText(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);
QString cellToolTip(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);
QString accessibleText(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);

/// Time spans in a column get this width, so that the bars next to them have the same length.
inline const QString widestSpan = QStringLiteral("00 h 00 m");
QString columnTitle(LockModel::Column column);
QString shortColumnTitle(LockModel::Column column); ///< for a column that is only as wide as its numbers
QString columnToolTip(LockModel::Column column);
Qt::Alignment columnAlignment(LockModel::Column column);

/// The raw value: a number if the column is numeric; invalid if it is unknown.
QVariant sortValue(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);

/// Like sortValue(), but without a QVariant, for sorting many rows. `text` points into the row.
struct SortKey
{
    bool known = true; ///< unknown values come last, in both sort orders
    double number = 0;
    std::string_view text;
};
SortKey sortKey(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);

/// The filter term that selects (or, with `negated`, excludes) what this cell shows. Empty if there is none: for unknown
/// values, for values that change with time, and for the last event.
std::string filterTerm(const LockRow &row, LockModel::Column column, bool negated);

} // namespace lockscope
