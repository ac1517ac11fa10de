// SPDX-License-Identifier: MIT
// What the properties about getting a lock share: when is it claimed or free, and how long may that take?
#pragma once

#include "lockcore/judge/properties.h"

namespace lockcore::detail {

/// How long a lock may stay taken or a waiter unserved after nobody claims it: 2 × lease + (gone waiters + 1) × queue timeout.
/// Gone is who died in the queue, or was disturbed there: it may not have been able to leave. None: nobody has said how long a
/// fair library keeps the places of those.
std::optional<Microseconds> patience(const Case &of, const std::string &lock);

/// Somebody alive claims the lock, or may have got it without knowing, at some time from `from` to `to`. Without a record of the
/// server that is everybody who has not been refused yet.
bool claimed(const Run &run, const std::string &lock, Number from, Number to);

using Stretch = std::pair<Number, Number>; ///< from entry to entry

/// An element of which neither a worker nor a format has said what it is: a holding, a counter, a note.
enum class Unnamed { Takes, TakesNothing };

/// The stretches, in their order, in which nobody claimed the lock and no holding of it was in Redis. Needs a record of the server
/// that names every holding.
std::vector<Stretch> freeStretches(const Case &of, const std::string &lock, Unnamed unnamed);

/// `needs 2.4 s`, for a bound that exceeds the run or is not known.
std::string needsText(std::optional<Microseconds> bound);

} // namespace lockcore::detail
