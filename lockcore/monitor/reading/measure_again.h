// SPDX-License-Identifier: MIT
// Decides when to measure a companion again whose elements were too large to be read: the large ones may be removed first. Pure.
#pragma once

#include "lockcore/monitor/reading/look_request.h"

namespace lockcore {

/// After a complete look: makes the next look measure each companion that has fewer elements than before, and read it if possible. True:
/// there is such a companion, so another look is worthwhile. Call it at most once between two looks: a queue that shrinks all the time
/// would otherwise cause looks without end.
bool measureAgain(LookForm &form, const KeySnapshot &look);

} // namespace lockcore
