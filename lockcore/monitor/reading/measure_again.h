// SPDX-License-Identifier: MIT
// A companion whose elements were too large to be read may not be so for ever: its large ones may be the first to go. Pure.
#pragma once

#include "lockcore/monitor/reading/look_request.h"

namespace lockcore {

/// After a complete look: what has fewer elements than at the look before is measured by the next one, and read if that is possible. True:
/// so there is a reason for a next one. Between two looks, as nothing else ends when a queue shrinks all the time.
bool measureAgain(LookForm &form, const Look &look);

} // namespace lockcore
