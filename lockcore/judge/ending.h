// SPDX-License-Identifier: MIT
// What ended a holding, by the server's own record, and what was left of its lease.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore::detail {

enum class EndKind {
    Removed,    ///< by another worker's command
    OtherOwner, ///< by a command of its own worker, in which another owner was giving its lock back
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
    const Attempt *owner = nullptr;   ///< of OtherOwner: whose release it was
    std::optional<Milliseconds> left; ///< of the lease that the server had granted
    bool perhapsOver = false;         ///< of Unknown: its lease may have been over when it was removed
    bool rewritten = false;           ///< of Unknown: another value was written in its place
};

/// What ended an interval of a claim. `number` is its `to`.
Ending endingOf(const Run &run, const Claim &claim, Number number);

/// Was the lease of this element over by then, by its TTL or by the library's own rule?
Certainty isOver(const Run &run, const Claim &claim, const Element &element, Number number);

/// Redis tells of an expiry when a command finds it. Was `number`, the end of an element, such a message, and its TTL over by then?
bool hadExpired(const Run &run, Number number, Number by);

/// When an element of this claim became its lock: it was made then, or the worker had been waiting with it as its place in a queue.
Number becameLock(const Run &run, const Claim &claim, const Element &element);

/// How much of a lease is left to its holder for sure: clocks run at different speeds.
Microseconds surely(Milliseconds lease);

/// The Lab's time until which the lease that was asked for lasts at least, by the acquire and the extends sent before `number`, less
/// 2 % for clocks that run at different speeds. None: for ever.
std::optional<Microseconds> leaseEnd(const Run &run, const Claim &claim, Number number);

/// What the server had left for this element when the entry `number` was written. None: no TTL, or not known.
std::optional<Milliseconds> leftOf(const Run &run, const Element &element, Number number);

} // namespace lockcore::detail
