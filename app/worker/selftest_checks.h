// SPDX-License-Identifier: MIT
// The checks of a self-test, by kind, each in a file of its own: selftest_basics.cpp, selftest_contention.cpp … Each is a chain: it
// returns false where the checks that follow make no sense any more. `bench` outlives them. Main thread.
#pragma once

#include "app/worker/selftest_bench.h"

namespace lockscope {

lockcore::Task<bool> checkBasics(SelftestBench *bench);                 ///< starts A: hello, acquire, work, release
lockcore::Task<bool> checkWork(SelftestBench *bench, std::string lock); ///< A holds the lock
lockcore::Task<bool> findHolding(SelftestBench *bench, lockcore::worker::Ok ok,
                                 lockcore::worker::Acquire acquire); ///< server() then looks into its database. False: there is no key
lockcore::Task<bool> checkHolding(SelftestBench *bench, lockcore::worker::Ok ok,
                                  lockcore::worker::Acquire acquire);                                   ///< A's, as Redis has it
const lockcore::Bytes &keyOf(const lockcore::worker::Ok &ok, const lockcore::worker::Acquire &acquire); ///< named, or the lock's name
lockcore::Task<std::optional<lockcore::Milliseconds>> leaseLeft(SelftestBench *bench, lockcore::worker::Ok ok,
                                                                lockcore::worker::Acquire acquire); ///< none: not by a TTL
lockcore::Task<bool> checkContention(SelftestBench *bench);   ///< starts B: it is kept out, waits, gets the lock
lockcore::Task<bool> checkCapabilities(SelftestBench *bench); ///< those that A names
lockcore::Task<bool> checkReadWrite(SelftestBench *bench);    ///< A and B
lockcore::Task<bool> checkLost(SelftestBench *bench);
lockcore::Task<bool> checkLife(SelftestBench *bench); ///< stop, bye, kill, another version of the protocol

} // namespace lockscope
