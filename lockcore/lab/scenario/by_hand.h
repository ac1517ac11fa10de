// SPDX-License-Identifier: MIT
// Runs by hand: the workers of a scenario take turns until a person ends it, and what goes wrong is what that person does. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// The same lock, workers and servers without the story: nobody waits for a cue, nothing is scripted, and nothing is expected of it. Who
/// has no time of his own in the critical section works for half of the lease. It ends after 10 minutes at the latest.
Scenario byHand(Scenario scenario);

/// How long a worker rests after this round, so that others get their turn in a changing order: a quarter to three quarters of the lease.
Milliseconds restAfter(const Scenario &scenario, std::uint64_t seed, std::string_view worker, std::int64_t round);

/// How long workers may take to finish their rounds once the run is stopped: one after the other, and two leases. At most 30 s.
Milliseconds finishWithin(const Scenario &scenario);

/// Why this cannot be done by hand in a run of that scenario: a sentence without its full stop. None: it can.
std::optional<std::string> refusalOf(const Scenario &scenario, const Fault &fault);

} // namespace lockcore
