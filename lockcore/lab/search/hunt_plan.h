// SPDX-License-Identifier: MIT
// The hunt's scenarios: a few workers with random times, and random faults at random moments. Only what a sound lock must bear: no
// server loses its data, no operator deletes a key, nobody works or releases without the lock. Pure; any thread.
#pragma once

#include "lockcore/lab/search/sweep_plan.h"

namespace lockcore {

struct HuntBounds
{
    std::int64_t workers = 3; ///< from 2 to this
    std::int64_t rounds = 2;  ///< of a worker, from 1 to this
    std::int64_t faults = 3;  ///< from none to this; a pause and its end, or a held command and its end, are one
    bool operator==(const HuntBounds &) const = default;
};

/// What the workers can do, as they say in a dry run.
struct HuntAbilities
{
    bool extends = false, stalls = false, throws = false;
    bool ownLease = false; ///< the library's own lease is short enough for a run
    bool operator==(const HuntAbilities &) const = default;
};

HuntAbilities huntAbilities(const entry::Ready &greeting, Milliseconds lease);

/// The `index`th of a seed, always the same. It expects nothing; its seed is a new one.
Scenario huntScenario(const SweepSubject &subject, const HuntAbilities &abilities, const HuntBounds &bounds, std::uint64_t seed,
                      std::uint64_t index);

} // namespace lockcore
