// SPDX-License-Identifier: MIT
// The ladder of confidence (reference, §8): how knowledge from outside the value changes a format's own level. Pure.
//
//     5 certain   structure no one else makes      3 likely    one rare sign
//     4 strong    rare grammar, fixed prefix       2 possible  a short text under a lock word
//     1 weak      token-shaped, not shown          0           known not to be a lock
//
// At most one step up, however strong the evidence, so that a guess stays a guess:
//   * the library's scripts are loaded: from any level to at most 5; not if they are why the value was considered at all;
//   * a renewal, contention, an owner on several keys of one prefix: from 2 or 3 only. They prove a lock, not its library, so
//     they cannot make a strong finding certain; and sessions and carts (level 1) are refreshed too. At most 3 where the
//     library is unknown. A text that names no owner (`1`) proves nothing if it is repeated.
// One step down: a TTL above 24 h, or a string above 512 bytes. Not below 1, and not below 2 under a name that says lock: it stays listed.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// Moves the finding's level and adds a sentence to `why` for each step.
void applyLadder(Finding &finding, const Look &look, const Surroundings &surroundings);

} // namespace lockcore
