// SPDX-License-Identifier: MIT
// Moves the times of one node's clock to the clock of the cluster's view, and back. Pure; any thread. A time that is not known (1970), and
// one that is cut (latestTime), stay as they are. Strings are evidence and stay, too.
#pragma once

#include "lockcore/monitor/release/release.h"

namespace lockcore {

ServerTime shifted(ServerTime time, Milliseconds by);

void shift(LockInfo &lock, Milliseconds by);
void shift(LockEvent &event, Milliseconds by);
void shift(KeySnapshot &look, Milliseconds by); ///< without KeySnapshot::leases: they are only compared, on their server

/// ReleasePlanInput::shift adds up, so that `order.shift` says how to get back to the node's own times: shift(order, -order.shift).
void shift(ReleasePlanInput &order, Milliseconds by);
void shift(ReleasePlan &plan, Milliseconds by); ///< without what is sent: it is for the node
void shift(ReleaseReport &report, Milliseconds by);
void shift(ReleaseAftermath &aftermath, Milliseconds by);

} // namespace lockcore
