// SPDX-License-Identifier: MIT
// Computes the state of a run at a moment in the simplest way: reads the history from the first entry to this moment, each time. For tests
// of Moments, which uses an index.
#pragma once

#include "lockcore/report/moments.h"

namespace lockcore {

// For test output.
std::string toString(const WorkerMoment &worker); ///< `A#2: working, believes 1 stock, contradicted, holds, SET, lock.py:7, hold-reply`
std::string toString(const LockMoment &lock);     ///< `stock/0: A B 290 ms`
std::string toString(const RunMoment &moment);

namespace test {

/// Does not set `contradicted`; `holds` counts only holdings that the worker has made itself. For histories without throws.
RunMoment naiveMoment(const History &history, const Lanes &lanes, Microseconds time);

} // namespace test

} // namespace lockcore
