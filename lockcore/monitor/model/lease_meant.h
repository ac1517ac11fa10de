// SPDX-License-Identifier: MIT
// The lease behind a measured TTL. A look comes some milliseconds after the lease was set, and people set leases in round numbers: 299,998
// ms left mean a lease of 5 minutes.
#pragma once

#include "lockcore/base/clock.h"

namespace lockcore {

/// The next whole second if at most 50 ms are missing, the next tenth of a second if at most 5 ms are missing, otherwise `left`.
Milliseconds leaseMeant(Milliseconds left);

} // namespace lockcore
