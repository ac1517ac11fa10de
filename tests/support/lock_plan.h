// SPDX-License-Identifier: MIT
// What the lock model plays: flaws of a library, and faults.
#pragma once

#include <cstdint>
#include <string>

namespace lockcore::test {

/// What is wrong with the lock library of a run, and what happens to it.
struct Plan
{
    int workers = 3;
    int rounds = 2; ///< of each worker
    // flaws
    bool plainDelete = false;   ///< release removes whatever is there
    bool getThenDelete = false; ///< release looks, and then removes whatever is there
    bool overwrites = false;    ///< acquire sometimes takes what another holds
    bool claimsRefused = false; ///< says ok to some refused acquires
    bool shortLease = false;    ///< a tenth of the lease asked for
    bool noLease = false;       ///< a key without TTL
    bool blindRenewal = false;  ///< the watchdog renews whatever is there
    bool innerReleaseFrees = false;
    bool countLeaks = false;
    bool deafWaiter = false; ///< a waiter sometimes stops asking
    // what is right, or a matter of taste
    bool watchdog = false;
    bool reentrant = false;
    bool localReentry = false; ///< a re-entry asks nobody
    bool tokens = false;       ///< fencing tokens
    bool fencing = false;      ///< the resource refuses stale ones
    bool queue = false;        ///< waiters form a queue, and clean it up
    int lag = 0;               ///< milliseconds by which the Lab may record late what the server did
    // faults, how many of each
    int pauses = 0, crashes = 0, kills = 0, operators = 0, restarts = 0, evictions = 0, stalls = 0, heldReplies = 0, heldReleases = 0;
};

Plan randomPlan(std::uint64_t seed);
std::string toString(const Plan &plan);

} // namespace lockcore::test
