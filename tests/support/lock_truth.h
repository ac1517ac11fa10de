// SPDX-License-Identifier: MIT
// The true history of the lock model's grants, and whether two of them violated mutual exclusion.
#pragma once

#include <cstddef>
#include <string>

namespace lockcore::test {

enum class Truth {
    Sound,
    Unprovable, ///< there was a violation, or nearly, and the history cannot prove it
    Broken,     ///< there was a violation, and the history shows it
};

constexpr double never = 1e18; ///< a time in milliseconds, like all times here

enum class Loss { None, Expired, TooEarly, Removed, Outside };

// One grant with its true times. `told`: when the worker began to believe in it. `read`: when the Lab knew.
struct Grant
{
    std::size_t worker = 0;
    std::string id; ///< the worker's incarnation
    std::string mark;
    bool real = true; ///< false: no command had taken the lock
    double from = 0;
    double asked = 0; ///< the record shows that it was made after this time
    double lost = never;
    Loss loss = Loss::None;
    double told = never;
    double read = never;
    double ends = never; ///< when the belief ended
    double enter = never;
    double exit = never;
    double call = -1; ///< its last call to the resource
    double sign = -1; ///< the call before it: the record shows that the worker was alive at this time
    bool crashed = false;
    bool reportedLoss = false;
    double reentryTold = never; ///< when a re-entry without a command succeeded, after the loss
    double reentryRead = never;
};

/// Did these two grants violate mutual exclusion within the lease?
Truth truthOf(const Grant &one, const Grant &other);

} // namespace lockcore::test
