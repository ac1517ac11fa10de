// SPDX-License-Identifier: MIT
// What the properties about getting a lock share: when is it claimed or free, and how long may that take?
#pragma once

#include "lockcore/judge/properties.h"

namespace lockcore::detail {

/// How long a lock may stay taken or a waiter unserved after nobody claims it: 2 × lease + (dead waiters + 1) × queue timeout.
Microseconds patience(const Run &run, const std::string &lock);

/// Somebody alive claims the lock, or may have got it without knowing, at some time from `from` to `to`.
bool claimed(const Run &run, const std::string &lock, Number from, Number to);

/// `needs 2.4 s more`, for a bound that exceeds the run.
std::string needsText(Microseconds bound);

} // namespace lockcore::detail
