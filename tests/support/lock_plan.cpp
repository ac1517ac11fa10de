// SPDX-License-Identifier: MIT
#include "support/lock_plan.h"

#include <random>

namespace lockcore::test {

Plan randomPlan(std::uint64_t seed)
{
    std::mt19937_64 random(seed * 7919 + 1);
    const auto chance = [&](unsigned percent) { return random() % 100 < percent; };
    Plan plan;
    switch (random() % 14) { // one flaw, or none
    case 0: plan.plainDelete = true; break;
    case 1: plan.getThenDelete = true; break;
    case 2: plan.overwrites = true; break;
    case 3: plan.claimsRefused = true; break;
    case 4: plan.shortLease = true; break;
    case 5: plan.noLease = true; break;
    case 6: plan.blindRenewal = plan.watchdog = true; break;
    case 7: plan.innerReleaseFrees = plan.reentrant = true; break;
    case 8: plan.countLeaks = plan.reentrant = true; break;
    case 9: plan.deafWaiter = true; break;
    case 10: plan.localReentry = plan.reentrant = true; break;
    default: break;
    }
    plan.watchdog = plan.watchdog || (chance(30) && !plan.shortLease && !plan.noLease);
    plan.reentrant = plan.reentrant || chance(20);
    plan.tokens = chance(40);
    plan.fencing = plan.tokens && chance(50);
    plan.queue = chance(30);
    plan.lag = chance(50) ? 15 : 0;
    for (auto *const count : {&plan.pauses, &plan.crashes, &plan.kills, &plan.stalls, &plan.heldReplies, &plan.heldReleases})
        *count = chance(25) ? 1 + int(random() % 2) : 0;
    for (auto *const count : {&plan.operators, &plan.restarts, &plan.evictions})
        *count = chance(8) ? 1 : 0;
    return plan;
}

std::string toString(const Plan &plan)
{
    std::string text;
    const auto add = [&](int value, const char *name) {
        if (value > 0)
            text += std::string(text.empty() ? "" : " ") + name + (value > 1 ? 'x' + std::to_string(value) : "");
    };
    add(plan.plainDelete, "plain-delete");
    add(plan.getThenDelete, "get-then-delete");
    add(plan.overwrites, "overwrites");
    add(plan.claimsRefused, "claims-refused");
    add(plan.shortLease, "short-lease");
    add(plan.noLease, "no-lease");
    add(plan.blindRenewal, "blind-renewal");
    add(plan.innerReleaseFrees, "inner-release-frees");
    add(plan.countLeaks, "count-leaks");
    add(plan.deafWaiter, "deaf-waiter");
    add(plan.watchdog, "watchdog");
    add(plan.reentrant, "reentrant");
    add(plan.localReentry, "local-reentry");
    add(plan.tokens, "tokens");
    add(plan.fencing, "fencing");
    add(plan.queue, "queue");
    add(plan.lag, "lag");
    add(plan.pauses, "pause");
    add(plan.crashes, "crash");
    add(plan.kills, "kill");
    add(plan.operators, "operator");
    add(plan.restarts, "restart");
    add(plan.evictions, "eviction");
    add(plan.stalls, "stall");
    add(plan.heldReplies, "held-reply");
    add(plan.heldReleases, "held-release");
    return text.empty() ? "nothing" : text;
}

} // namespace lockcore::test
