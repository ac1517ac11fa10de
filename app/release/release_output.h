// SPDX-License-Identifier: MIT
// What `lockscope release` prints: the plan before, the result afterwards.
#pragma once

#include "app/release/release_options.h"

#include <QByteArray>

namespace lockscope {

/// One line per warning; empty if there are none.
QString warningsText(const lockcore::ReleasePlan &plan);

/// The whole plan for a user: who is freed, warnings, what is compared, changed and woken, and what stays.
QString planText(const lockcore::ReleasePlan &plan);

/// One JSON object on one line. `report` and `aftermath` are null if they do not exist.
QByteArray releaseJson(const lockcore::ReleasePlan &plan, const lockcore::ReleaseReport *report,
                       const lockcore::ReleaseAftermath *aftermath);

int exitCodeOf(const lockcore::ReleasePlan &plan); ///< for a plan that cannot be carried out
int exitCodeOf(const lockcore::ReleaseReport &report);

} // namespace lockscope
