// SPDX-License-Identifier: MIT
// Interprets the server's answer to the script of a release (release_script.h describes its form). Pure.
#pragma once

#include "lockcore/base/reply.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// Fills in outcome, changed, error, at, told.
void takeAnswer(const Reply &reply, ReleaseReport &report);

} // namespace lockcore
