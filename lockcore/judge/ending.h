// SPDX-License-Identifier: MIT
// What ended a holding, by the server's own record, and what was left of its lease.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

enum class EndKind {
    Removed,    ///< by another worker's command
    OtherOwner, ///< by a command of its own worker, while another owner in it was releasing its lock
    OwnRemoval, ///< by its own worker's command
    Expired,    ///< after the lease that was asked for
    TooEarly,   ///< before that; also by a renewal of its own worker that left no time
    Operator,
    ServerFault,
    Unknown,
};

struct Ending
{
    EndKind kind = EndKind::Unknown;
    Number number = 0;                ///< the KeyChanged entry that ended it
    Number cause = 0;                 ///< the entry that caused that change
    std::optional<Incarnation> by;    ///< the worker whose command it was
    const Attempt *owner = nullptr;   ///< of OtherOwner: the acquire of the owner that was releasing
    std::optional<Milliseconds> left; ///< what was left of the lease that the server had granted
    bool perhapsOver = false;         ///< of Unknown: the lease may have been over when the key was removed
    bool rewritten = false;           ///< of Unknown: another value was written in its place
};

/// What ended an interval of a claim. `number` is its `to`.
Ending endingOf(const Run &run, const Claim &claim, Number number);

/// Whether the lease of this element was over at this entry, by its TTL or by the library's own rule.
Certainty isOver(const Run &run, const Claim &claim, const Element &element, Number number);

/// Redis reports an expiry only when a command finds it. True if `number`, the end of an element, was such a report and the TTL was over at
/// `by`.
bool hadExpired(const Run &run, Number number, Number by);

/// The entry at which an element of this claim became its lock: when it was made, or, for a waiter's place in a queue, when its turn came.
Number becameLock(const Run &run, const Claim &claim, const Element &element);

/// The part of a lease that its holder has for sure: clocks run at different speeds.
Microseconds surely(Milliseconds lease);

/// The time on the Lab's clock until which the lease that was asked for lasts at least: by the acquire and by the extends sent before
/// `number`, less 2 % for clocks that run at different speeds. None: for ever.
std::optional<Microseconds> leaseEnd(const Run &run, const Claim &claim, Number number);

/// The TTL that the server had left for this element at the entry `number`. None: no TTL, or not known.
std::optional<Milliseconds> leftOf(const Run &run, const Element &element, Number number);

} // namespace lockcore::detail
