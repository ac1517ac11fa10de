// SPDX-License-Identifier: MIT
// Which elements in Redis are the holding of a claim, when it was there, and what ended it: the server's own record.
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
};

/// The holding of each claim of the run, by the same index.
std::vector<Holding> holdingsOf(const Run &run);

enum class EndKind {
    Removed,    ///< by another worker's command
    OwnRemoval, ///< by its own worker's command
    Expired,    ///< after the lease that was asked for
    TooEarly,   ///< before that
    Operator,
    ServerFault,
    Unknown,
};

struct Ending
{
    EndKind kind = EndKind::Unknown;
    Number number = 0;                ///< the KeyChanged entry
    Number cause = 0;                 ///< the entry behind it
    std::optional<Incarnation> by;    ///< whose command
    std::optional<Milliseconds> left; ///< of the lease that the server had granted
};

/// What ended an interval of a claim. `number` is its `to`.
Ending endingOf(const Run &run, const Claim &claim, Number number);

/// The Lab's time until which the lease that was asked for lasts at least, by the acquire and the extends sent before `number`, less
/// 2 % for clocks that run at different speeds. None: for ever.
std::optional<Microseconds> leaseEnd(const Run &run, const Claim &claim, Number number);

/// What the server had left for this element when the entry `number` was written. None: no TTL, or not known.
std::optional<Milliseconds> leftOf(const Run &run, const Element &element, Number number);

} // namespace lockcore::detail
