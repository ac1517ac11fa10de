// SPDX-License-Identifier: MIT
// A scenario with something changed for one run: "the same pause against token". Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <set>

namespace lockscope {

/// What differs from the scenario. Nothing is set: nothing differs.
struct Change
{
    std::optional<std::string> protocol; ///< `external`: of a command from outside
    std::optional<lockcore::Milliseconds> lease;
    std::optional<lockcore::Milliseconds> work; ///< of each worker
    std::optional<std::int64_t> workers;        ///< 1 to 200
    std::set<std::size_t> without;              ///< the faults that are switched off, by their place in the script

    bool operator==(const Change &) const = default;
};

/// Without what is as in the scenario anyway.
Change reduced(const lockcore::Scenario &scenario, Change change);

/// The changed scenario, without expectations: they are about the scenario as it was. It says so in its name. If nothing differs, it is the
/// scenario itself. Conditions that nothing could meet any more are left out, and the limit grows with lease and work.
lockcore::Scenario changed(const lockcore::Scenario &scenario, const Change &change);

/// The longest work of its workers: what the panel shows.
lockcore::Milliseconds workOf(const lockcore::Scenario &scenario);

} // namespace lockscope
