// SPDX-License-Identifier: MIT
// Which elements in Redis are the holding of a claim, and when it was there: the server's own record.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// A time in which enough elements of a claim were there. `to` is 0 if they still are.
struct Interval
{
    Number from = 0;
    Number to = 0;
    bool covers(Number number) const { return from <= number && (to == 0 || number < to); }
};

enum class Grant {
    Found,
    Unknown, ///< the record does not tell
    Never,   ///< the worker said `ok` without one
    Shared,  ///< it counts on another's element
};

struct Holding
{
    std::vector<std::size_t> elements;
    std::vector<Interval> intervals;
    std::vector<Grant> grants; ///< for each attempt of the claim
    Number sharedBy = 0;       ///< the Changed or Extended entry by which it joined another's element
    std::size_t shared = 0;    ///< that element
    Number adopted = 0;        ///< the entry by which it took over what another had left behind
};

/// The holding of each claim of the run, by the same index.
std::vector<Holding> holdingsOf(const Run &run);

} // namespace lockcore::detail
