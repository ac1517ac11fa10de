// SPDX-License-Identifier: MIT
// What `lockscope release` prints: the plan before, what came of it afterwards.
#pragma once

#include "app/release_options.h"

#include <QByteArray>

namespace lockscope {

/// The whole plan for a person: who is freed, the warnings, what is compared, changed and woken, what stays.
QString planText(const lockcore::ReleasePlan &plan);

/// One object in one line; `report` and `aftermath` as far as it came.
QByteArray releaseJson(const lockcore::ReleasePlan &plan, const lockcore::ReleaseReport *report,
                       const lockcore::ReleaseAftermath *aftermath);

int exitCodeOf(const lockcore::ReleasePlan &plan); ///< of one that cannot be done
int exitCodeOf(const lockcore::ReleaseReport &report);

} // namespace lockscope
