// SPDX-License-Identifier: MIT
// Decides when to measure a companion again whose elements were too large to be read: the large ones may be removed first. Pure.
#pragma once

#include "lockcore/monitor/reading/look_request.h"

namespace lockcore {

/// Call it after a complete look, and at most once between two looks: a queue that shrinks all the time would otherwise cause looks without
/// end. A companion with fewer elements than at the look before is measured by the next look, and read if possible. True: there is such a
/// companion, so another look is worthwhile.
bool measureAgain(LookForm &form, const Look &look);

} // namespace lockcore
