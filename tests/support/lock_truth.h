// SPDX-License-Identifier: MIT
// What really happened to the grants of a lock model, and whether two of them broke mutual exclusion.
#pragma once

#include <cstddef>
#include <string>

namespace lockcore::test {

enum class Truth {
    Sound,
    Unprovable, ///< it happened, or nearly, and the history cannot prove it
    Broken,     ///< it happened, and the history shows it
};

constexpr double never = 1e18; ///< a time in milliseconds, as all here

enum class Loss { None, Expired, TooEarly, Removed, Outside };

// One grant, as it really was. `told` is when the worker believed, `read` when the Lab knew.
struct Grant
{
    std::size_t worker = 0;
    std::string id; ///< of its incarnation
    std::string mark;
    bool real = true; ///< false: no command had taken the lock
    double from = 0;
    double asked = 0; ///< it was made after this, as the record shows
    double lost = never;
    Loss loss = Loss::None;
    double told = never;
    double read = never;
    double ends = never; ///< of the belief
    double enter = never;
    double exit = never;
    double call = -1; ///< its last call to the resource
    double sign = -1; ///< the one before: its worker lived then, as the record shows
    bool crashed = false;
    bool reportedLoss = false;
    double reentryTold = never; ///< a re-entry that asked nobody, after the loss
    double reentryRead = never;
};

/// Did these two break mutual exclusion within the lease?
Truth truthOf(const Grant &one, const Grant &other);

} // namespace lockcore::test
