// SPDX-License-Identifier: MIT
// Which elements in Redis make up the holding of a claim, and when they existed, according to the server's own record.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

/// A time in which the elements of a claim existed on enough servers. `to` is 0 if they still do.
struct Interval
{
    Number from = 0;
    Number to = 0;
    bool covers(Number number) const { return from <= number && (to == 0 || number < to); }
};

enum class Grant {
    Found,
    Unknown, ///< the record does not show it
    Never,   ///< the worker said `ok` without an element
    Shared,  ///< the worker relies on another owner's element
};

struct Holding
{
    std::vector<std::size_t> elements;
    std::vector<Interval> intervals;
    std::vector<Grant> grants; ///< for each attempt of the claim
    Number sharedBy = 0;       ///< the Changed or Extended entry by which it joined another owner's element
    std::size_t shared = 0;    ///< that element
    Number adopted = 0;        ///< the entry by which it took over an element that was left behind
};

/// One holding per claim of the run, with the same index.
std::vector<Holding> holdingsOf(const Run &run);

} // namespace lockcore::detail
