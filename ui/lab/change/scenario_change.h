// SPDX-License-Identifier: MIT
// A scenario with a change for one run: "the same pause against token". Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <set>

namespace lockscope {

/// The differences from a scenario. An empty field means no difference.
struct Change
{
    std::optional<std::string> protocol; ///< `external`: the workers run an external command
    std::optional<lockcore::Milliseconds> lease;
    std::optional<lockcore::Milliseconds> work; ///< of each worker
    std::optional<std::int64_t> workers;        ///< 1 to 200
    std::set<std::size_t> without;              ///< indices, in the script, of the faults that are switched off

    bool operator==(const Change &) const = default;
};

/// Removes the fields that are equal to those of the scenario.
Change reduced(const lockcore::Scenario &scenario, Change change);

/// The changed scenario. Its name says that it is changed. It has no expectations, because they were about the original. Conditions that
/// can never be met are left out, and the limit grows with lease and work. Without a difference, returns the scenario unchanged.
lockcore::Scenario changed(const lockcore::Scenario &scenario, const Change &change);

/// The longest work of the scenario's workers, which the panel shows.
lockcore::Milliseconds workOf(const lockcore::Scenario &scenario);

} // namespace lockscope
