// SPDX-License-Identifier: MIT
// Shared by the properties about getting a lock: when a lock is claimed, when it is free, and how long each may take.
#pragma once

#include "lockcore/judge/properties.h"

namespace lockcore::detail {

/// How long a lock may stay taken, or a waiter unserved, after the last claim has ended: 2 × lease + (gone waiters + 1) × queue timeout. A
/// gone waiter died in the queue or was disturbed there, so it may not have left it; a `waiter` that was only late is not in its own
/// way. None: the queue timeout of a fair library is needed and not known.
std::optional<Microseconds> patience(const Case &of, const std::string &lock, const Attempt *waiter = nullptr);

/// All of it was given back before the waiter asked.
bool isGivenBack(const Claim &claim, const Attempt &waiter);

/// A live worker claims the lock, or may have got it without knowing, at some time between `from` and `to`. Without a server record, every
/// worker counts that has not been refused yet.
bool claimed(const Run &run, const std::string &lock, Number from, Number to);

using Stretch = std::pair<Number, Number>; ///< from entry to entry

/// An element of unknown meaning, which neither a worker nor a format has explained: does it take the lock?
enum class Unnamed { Takes, TakesNothing };

/// The stretches, in order, in which nobody claimed the lock and Redis contained no holding of it. Needs a server record in which every
/// holding is recognised.
std::vector<Stretch> freeStretches(const Case &of, const std::string &lock, Unnamed unnamed);

/// `needs 2.4 s`, for a bound that is longer than the run or not known.
std::string needsText(std::optional<Microseconds> bound);

} // namespace lockcore::detail
