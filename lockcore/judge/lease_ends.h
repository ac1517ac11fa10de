// SPDX-License-Identifier: MIT
// The leases that ended while their owners believed in them, and the cause of each end.
#pragma once

#include "lockcore/judge/properties.h"

namespace lockcore::detail {

struct LeaseEnd
{
    std::size_t claim = 0; ///< its index
    bool watched = false;  ///< the library's watchdog should have renewed it
    Outcome outcome = Outcome::Inconclusive;
    Cause cause = Cause::None;
    std::string sentence, pitfall;
    std::vector<Number> events;
};

std::vector<LeaseEnd> leaseEnds(const Case &of);

} // namespace lockcore::detail
