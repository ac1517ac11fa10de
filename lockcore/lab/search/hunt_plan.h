// SPDX-License-Identifier: MIT
// The hunt's scenarios: a few workers with random times, re-entries and modes, some as two owners of one process or with a wrong clock, and
// random faults at random moments; of several servers, a fault meets one or some. Only faults that a sound lock must survive: no server
// loses its data, no operator deletes a key, no worker works or releases without the lock. No I/O; any thread, one at a time.
#pragma once

#include "lockcore/lab/search/sweep_plan.h"

#include <unordered_map>

namespace lockcore {

struct HuntBounds
{
    std::int64_t workers = 3; ///< from 2 to this
    std::int64_t rounds = 2;  ///< per worker, from 1 to this
    std::int64_t faults = 3;  ///< from 0 to this; a fault with its end (a pause, a held command) counts as one
    bool operator==(const HuntBounds &) const = default;
};

/// What the workers can do, as a dry run shows it, besides what the subject says.
struct HuntAbilities
{
    bool stalls = false, throws = false;
    bool ownLease = false; ///< the library's own lease is short enough for a run
    bool shares = false;   ///< several owners in one process
    bool skews = false;    ///< the library reads a clock
    bool operator==(const HuntAbilities &) const = default;
};

HuntAbilities huntAbilities(const entry::Ready &greeting, Milliseconds lease);

/// The sequence of scenarios of a hunt, always the same for a seed. Each is, of several that are drawn, the one that brings together what
/// came together least before (hunt_pairs.h). A scenario has no expectations, and its own seed.
class HuntPlan
{
public:
    HuntPlan(SweepSubject subject, HuntAbilities abilities, HuntBounds bounds, std::uint64_t seed);

    Scenario next();
    std::uint64_t drawn() const { return m_drawn; } ///< how many so far

private:
    std::uint64_t noveltyOf(const Scenario &scenario) const;

    SweepSubject m_subject;
    HuntAbilities m_abilities;
    HuntBounds m_bounds;
    std::uint64_t m_seed;
    std::uint64_t m_drawn = 0;
    std::unordered_map<std::string, std::uint64_t> m_met; ///< how often each pair came together
};

} // namespace lockcore
