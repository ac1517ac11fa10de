// SPDX-License-Identifier: MIT
// A simulation of workers, one lock, leases and faults that writes histories. It knows the truth about a history from the simulation
// itself. One seed makes one run.
#pragma once

#include "support/lock_plan.h"
#include "support/lock_truth.h"

#include "lockcore/judge/history.h"

namespace lockcore::test {

struct ModelRun
{
    History history;
    Truth mutualExclusion = Truth::Sound;
    Truth ownership = Truth::Sound;
    Truth resource = Truth::Sound;
    Truth immortal = Truth::Sound;
    Truth progress = Truth::Sound;
    Truth reentry = Truth::Sound;
    Truth shorterLease = Truth::Sound;
    bool outlived = false; ///< a lease ended while its owner certainly believed that it held the lock
};

ModelRun runModel(const Plan &plan, std::uint64_t seed);

} // namespace lockcore::test
