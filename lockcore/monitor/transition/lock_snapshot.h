// SPDX-License-Identifier: MIT
// A lock as one look showed it, and comparisons of two of these. Pure.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// Without PEXPIRETIME a deadline is TIME + PTTL, each truncated to its unit. A smaller difference counts as none.
inline constexpr Milliseconds deadlineNoise{5};

struct LockSnapshot
{
    KeySnapshot look;
    LockMatch match;
};

using Deadline = std::optional<ServerTime>; ///< none: no TTL

/// Both exist, and differ by at most deadlineNoise.
bool isSameDeadline(const Deadline &a, const Deadline &b);

/// Whether there are more members than are listed, so that they are only counted. (A record that counts its readers lists none.)
bool areTooMany(const LockSnapshot &snapshot);

/// Whether this holder's own time is over. It may stay in the value until the next client removes it.
bool isLapsed(const Holder &holder, ServerTime at);

/// Whether both texts are integers and the second is slightly greater. A counter does that; a lock that changes hands does not.
bool countsUp(const Value &before, const Value &after);
bool counts(const Value &before, const Value &after); ///< up or down

/// Whether one of the owner's elements was written since, or its last one removed. A holder of several permits has several elements, which
/// begin with its name.
bool isWrittenSince(const Value &before, const Value &now, const Bytes &owner);

/// The holder with the same owner and mode; null: none.
const Holder *holderLike(const LockMatch &match, const Holder &wanted);
const Holder *firstHolder(const LockMatch &match); ///< null: no holder is listed
std::string_view ownerOf(const LockMatch &match);  ///< the first holder's

/// The same owner in a mode that it did not have before; null: it is gone, or its mode is the same.
const Holder *inAnotherMode(const LockMatch &before, const LockMatch &after, const Holder &wanted);

bool namesNobody(const LockMatch &match);
bool isExclusive(const LockMatch &match);  ///< one holder excludes all others: if another one is listed, the first is gone
bool hasOneHolder(const LockMatch &match); ///< exactly one, and it is listed
bool holdsLeases(const LockMatch &match);  ///< at least one holder has a deadline of its own
bool rewritten(const LockMatch &before, const LockMatch &after); ///< by the same writer as before, so it may be the same holding

/// The value is counted up or down. A lock that changes hands would also get another deadline.
bool isCounter(const LockSnapshot &before, const LockSnapshot &after);
bool mayBeCounter(const LockSnapshot &before,
                  const LockSnapshot &after); ///< it may be a counter, or the id of the next process in a container

/// Whether at least one of the previous holders is still a holder; if the value names nobody, whether it is unchanged.
bool isSameHolding(const LockSnapshot &before, const LockSnapshot &after);

} // namespace lockcore
