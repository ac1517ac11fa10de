// SPDX-License-Identifier: MIT
// The flaws and faults that the lock model simulates.
#pragma once

#include <cstdint>
#include <string>

namespace lockcore::test {

/// The flaws of a run's lock library, and the faults that happen to it.
struct Plan
{
    int workers = 3;
    int rounds = 2; ///< per worker
    // Flaws.
    bool plainDelete = false;   ///< release removes the key, whoever holds it
    bool getThenDelete = false; ///< release compares first, and then removes the key, whoever holds it by then
    bool overwrites = false;    ///< acquire sometimes takes a lock that another worker holds
    bool claimsRefused = false; ///< answers ok to some refused acquires
    bool shortLease = false;    ///< a tenth of the requested lease
    bool noLease = false;       ///< a key without TTL
    bool blindRenewal = false;  ///< the watchdog renews the key, whoever holds it
    bool innerReleaseFrees = false;
    bool countLeaks = false;
    bool deafWaiter = false; ///< a waiter sometimes stops trying
    // Correct features, and matters of taste.
    bool watchdog = false;
    bool reentrant = false;
    bool localReentry = false; ///< a re-entry sends no command
    bool tokens = false;       ///< fencing tokens
    bool fencing = false;      ///< the resource refuses old tokens
    bool queue = false;        ///< waiters form a queue and clean it up
    int lag = 0;               ///< maximum delay, in milliseconds, with which the Lab records the server's actions
    // Number of each kind of fault.
    int pauses = 0, crashes = 0, kills = 0, operators = 0, restarts = 0, evictions = 0, stalls = 0, heldReplies = 0, heldReleases = 0;
};

Plan randomPlan(std::uint64_t seed);
std::string toString(const Plan &plan);

} // namespace lockcore::test
