// SPDX-License-Identifier: MIT
// What the server answers to the script of a release (release_script.h says in which form). Pure.
#pragma once

#include "lockcore/base/reply.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// Fills in outcome, changed, error, at, told.
void takeAnswer(const Reply &reply, ReleaseReport &report);

} // namespace lockcore
