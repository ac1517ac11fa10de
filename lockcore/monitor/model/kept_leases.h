// SPDX-License-Identifier: MIT
// Leases of single holders, where they can only be inferred from the whole lock. Pure.
#pragma once

#include "lockcore/monitor/model/event_rules.h"

namespace lockcore {

/// A holder whose element has not been written since the look before has not got more time: not even if the inference now says so, because
/// the newest holder has gone, by whose stamp the lease was known. Takes away what the inference gave, and holders whose time was over.
void keepLeases(const Snapshot &before, const Look &look, Finding &finding);

} // namespace lockcore
