// SPDX-License-Identifier: MIT
// The lease behind a measured TTL. A look comes some milliseconds after the lease was set, and people set leases in round numbers:
// 299,998 ms left were 5 minutes.
#pragma once

#include "lockcore/base/clock.h"

namespace lockcore {

/// `left`, or the next whole second or tenth of one if hardly anything is missing.
Milliseconds leaseMeant(Milliseconds left);

} // namespace lockcore
