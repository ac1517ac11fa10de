// SPDX-License-Identifier: MIT
// The checks of a self-test, one file for each kind: selftest_basics.cpp, selftest_contention.cpp … Each check has several steps and
// returns false if the checks after it make no sense any more. `bench` must outlive them. Main thread.
#pragma once

#include "app/worker/selftest_bench.h"

namespace lockscope {

lockcore::Task<bool> checkBasics(SelftestBench *bench);                 ///< starts A, which says hello, acquires, works and releases
lockcore::Task<bool> checkWork(SelftestBench *bench, std::string lock); ///< A holds the lock
lockcore::Task<bool> findHolding(SelftestBench *bench, lockcore::worker::Ok ok,
                                 lockcore::worker::Acquire acquire); ///< afterwards server() uses its database. False: there is no key
lockcore::Task<bool> checkHolding(SelftestBench *bench, lockcore::worker::Ok ok,
                                  lockcore::worker::Acquire acquire); ///< the server shows A as holder
/// That it was asked for; otherwise the default, such as its session timeout.
lockcore::Milliseconds leaseOf(SelftestBench *bench, const lockcore::worker::Acquire &acquire);
const lockcore::Bytes &keyOf(const lockcore::worker::Ok &ok, const lockcore::worker::Acquire &acquire); ///< the lock's key
lockcore::Task<std::optional<lockcore::Milliseconds>> leaseLeft(SelftestBench *bench, lockcore::worker::Ok ok,
                                                                lockcore::worker::Acquire acquire); ///< none: the lease is not a TTL
lockcore::Task<bool> checkBelief(SelftestBench *bench);       ///< what A answers to probes when its lock is gone
lockcore::Task<bool> checkContention(SelftestBench *bench);   ///< starts B, which is kept out, waits and gets the lock
lockcore::Task<bool> checkCapabilities(SelftestBench *bench); ///< checks each capability that A names
lockcore::Task<bool> checkReadWrite(SelftestBench *bench);    ///< needs A and B
lockcore::Task<bool> checkLost(SelftestBench *bench);
lockcore::Task<bool> checkLife(SelftestBench *bench); ///< stop, bye, kill, another version of the protocol

} // namespace lockscope
