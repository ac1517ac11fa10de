// SPDX-License-Identifier: MIT
// A lock as one look showed it, and how two of these compare. Pure.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// Without PEXPIRETIME a deadline is TIME + PTTL, each truncated to its unit. A smaller move than this counts as none.
inline constexpr Milliseconds deadlineNoise{5};

struct LockSnapshot
{
    KeySnapshot look;
    LockMatch match;
};

using Deadline = std::optional<ServerTime>; ///< none: no TTL

/// Both are there, and differ by no more than deadlineNoise.
bool isSameDeadline(const Deadline &a, const Deadline &b);

/// Are its members more than are listed? Then they are only counted. (A record that counts its readers lists none.)
bool areTooMany(const LockSnapshot &snapshot);

/// Is this holder's own time over? It may stay in the value until the next client removes it.
bool isLapsed(const Holder &holder, ServerTime at);

/// Is the text of one an integer and that of the other a few more? It counts; a lock that changes hands does not.
bool countsUp(const Value &before, const Value &after);
bool counts(const Value &before, const Value &after); ///< up or down

/// Has one of the owner's elements been written since, or its last one been removed? A holder of several permits has several elements,
/// which begin with its name.
bool isWrittenSince(const Value &before, const Value &now, const Bytes &owner);

/// The holder with the same owner and mode; null: there is none.
const Holder *holderLike(const LockMatch &match, const Holder &wanted);
const Holder *firstHolder(const LockMatch &match); ///< null: none is listed
std::string_view ownerOf(const LockMatch &match);  ///< of the first holder

/// The same owner, in another mode than before, in which it was not; null: it is not there, or as before.
const Holder *inAnotherMode(const LockMatch &before, const LockMatch &after, const Holder &wanted);

bool namesNobody(const LockMatch &match);
bool isExclusive(const LockMatch &match);  ///< one holder excludes all others: if another one is there, the first has gone
bool hasOneHolder(const LockMatch &match); ///< that is listed, and no other
bool holdsLeases(const LockMatch &match);  ///< at least one holder has a deadline of its own
bool rewritten(const LockMatch &before, const LockMatch &after); ///< by the one who wrote it before, so it need not be another holding

/// The value is counted up or down, while a lock that changes hands gets another deadline.
bool isCounter(const LockSnapshot &before, const LockSnapshot &after);
bool mayBeCounter(const LockSnapshot &before,
                  const LockSnapshot &after); ///< nothing shows whether it is one, or the next process of a container

/// Is at least one of the previous holders still a holder? If the value names nobody: is it unchanged?
bool isSameHolding(const LockSnapshot &before, const LockSnapshot &after);

} // namespace lockcore
