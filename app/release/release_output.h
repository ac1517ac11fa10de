// SPDX-License-Identifier: MIT
// What `lockscope release` prints: the plan before, the result afterwards.
#pragma once

#include "app/release/release_options.h"

#include <QByteArray>

namespace lockscope {

/// One line each; empty if there are none.
QString warningsText(const lockcore::ReleasePlan &plan);

/// The whole plan for a user: who is freed, warnings, what is compared, changed and woken, and what stays.
QString planText(const lockcore::ReleasePlan &plan);

/// One object on one line; `report` and `aftermath` as far as they exist.
QByteArray releaseJson(const lockcore::ReleasePlan &plan, const lockcore::ReleaseReport *report,
                       const lockcore::ReleaseAftermath *aftermath);

int exitCodeOf(const lockcore::ReleasePlan &plan); ///< for a plan that cannot be carried out
int exitCodeOf(const lockcore::ReleaseReport &report);

} // namespace lockscope
