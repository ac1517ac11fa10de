// SPDX-License-Identifier: MIT
// A tiny world of workers, one lock, leases and faults that writes histories and knows the truth about them, not from the
// history, but from what really happened in it. One seed makes one run.
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
    bool outlived = false; ///< a lease ended while its owner surely believed in it
};

ModelRun runModel(const Plan &plan, std::uint64_t seed);

} // namespace lockcore::test
