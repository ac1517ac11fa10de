// SPDX-License-Identifier: MIT
// The hunt's scenarios: a few workers with random times, re-entries and modes, some as two owners of one process or with a wrong clock, and
// random faults at random moments; of several servers, a fault meets one or some. Only faults that a sound lock must survive: no server
// loses its data, no operator deletes a key, no worker works or releases without the lock. Pure; any thread.
#pragma once

#include "lockcore/lab/search/sweep_plan.h"

namespace lockcore {

struct HuntBounds
{
    std::int64_t workers = 3; ///< from 2 to this
    std::int64_t rounds = 2;  ///< per worker, from 1 to this
    std::int64_t faults = 3;  ///< from 0 to this; a fault with its end (a pause, a held command) counts as one
    bool operator==(const HuntBounds &) const = default;
};

/// The capabilities that the workers report in a dry run.
struct HuntAbilities
{
    bool extends = false, stalls = false, throws = false, reenters = false;
    bool ownLease = false; ///< the library's own lease is short enough for a run
    bool shares = false;   ///< several owners in one process
    bool skews = false;    ///< the library reads a clock
    bool operator==(const HuntAbilities &) const = default;
};

HuntAbilities huntAbilities(const entry::Ready &greeting, Milliseconds lease);

/// The scenario number `index` for a seed, always the same. It has no expectations, and its own seed.
Scenario huntScenario(const SweepSubject &subject, const HuntAbilities &abilities, const HuntBounds &bounds, std::uint64_t seed,
                      std::uint64_t index);

} // namespace lockcore
