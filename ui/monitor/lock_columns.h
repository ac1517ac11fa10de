// SPDX-License-Identifier: MIT
// What each column of the lock table says of a row, and how it sorts: one place for model, delegate and copying. Pure.
#pragma once

#include "monitor/lock_model.h"

namespace lockscope {

/// A cell's text in two weights: what it says, and evidence or unit in a lighter shade.
struct CellText
{
    QString main;
    QString aside;
    QString joined() const;
};

CellText cellText(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);
QString cellToolTip(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);
QString accessibleText(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);

QString columnTitle(LockModel::Column column);
QString columnToolTip(LockModel::Column column);
Qt::Alignment columnAlignment(LockModel::Column column);

/// Raw: a number where the column is one; invalid where it is not known.
QVariant sortValue(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);

/// The same without a QVariant, for sorting many. `text` points into the row.
struct SortKey
{
    bool known = true; ///< what is not known comes last, whichever way it is sorted
    double number = 0;
    std::string_view text;
};
SortKey sortKey(const LockRow &row, LockModel::Column column, lockcore::ServerTime now);

/// The filter's term that selects (or, with `negated`, excludes) what this cell shows. Empty where there is none: for what is
/// not known, for what runs with time, and for the last event.
std::string filterTerm(const LockRow &row, LockModel::Column column, bool negated);

} // namespace lockscope
