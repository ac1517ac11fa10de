// SPDX-License-Identifier: MIT
// The ladder of confidence (reference, §8): how facts from outside the value change a format's own level. Pure.
//
//     5 certain   structure that nothing else has  3 likely    one rare sign
//     4 strong    rare grammar, fixed prefix       2 possible  a short text under a lock word
//     1 weak      token-shaped, not shown          0           known not to be a lock
//
// At most one step up, however strong the evidence, so that a guess stays a guess:
//   * the library's scripts are loaded: from any level to at most 5; not if the value was considered only because of these scripts;
//   * a renewal, contention, an owner on several keys of one prefix: from 2 or 3 only. They prove a lock, not its library, so
//     they cannot make a strong match certain; and sessions and carts (level 1) are renewed, too. At most 3 if the
//     library is unknown. A text that names no owner (`1`) proves nothing if it is repeated.
// One step down: a TTL above 24 h, or a string above 512 bytes. Never below 1; never below 2 if the name suggests a lock, so that the key
// stays listed.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// Moves the match's level and adds a sentence to `why` for each step.
void applyLadder(LockMatch &match, const KeySnapshot &look, const RecognitionContext &surroundings);

} // namespace lockcore
