// SPDX-License-Identifier: MIT
// A moment of a run as one would read it off the history with a pencil: from the first entry to that moment, each time. For tests of
// Moments, which looks it up.
#pragma once

#include "lockcore/report/moments.h"

namespace lockcore {

// For test output.
std::string toString(const WorkerMoment &worker); ///< `A#2: working, believes 1 stock, contradicted, holds, SET, lock.py:7, hold-reply`
std::string toString(const LockMoment &lock);     ///< `stock/0: A B 290 ms`
std::string toString(const RunMoment &moment);

namespace test {

/// `contradicted` is left out, and `holds` means what the worker has made itself. For histories without throws.
RunMoment naiveMoment(const History &history, const Lanes &lanes, Microseconds time);

} // namespace test

} // namespace lockcore
