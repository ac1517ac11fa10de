// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"
#include "lockcore/base/duration.h"

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

// The worker's lock is deleted. A watchdog must notice that at its next renewal; a worker without one may notice late, or at its release.
Task<bool> checkLost(SelftestBench *bench)
{
    const auto every = bench->a()->process().greeting().renewEvery;
    if (!bench->a()->can("watchdog") || !every || *every > 5s) {
        bench->skipped("lost: only a watchdog that renews at least every 5 s would notice in time");
        co_return true;
    }
    auto acquire = bench->tryOf(bench->newLock());
    acquire.lease.reset();
    const auto granted = co_await bench->grant(bench->a(), acquire);
    if (!granted)
        co_return false;
    const auto before = bench->a()->losses();
    const bool deleted = co_await bench->server().remove(keyOf(*granted, acquire));
    if (!deleted) {
        bench->skipped("lost: its key is not known, so the lock cannot be taken away from it");
        co_return true;
    }
    const std::function<bool()> lost = [bench, before] { return bench->a()->losses() > before; };
    const bool noticed = co_await bench->a()->until(lost, *every + DrivenWorker::usualLimit);
    if (!noticed)
        co_return bench->wrong(
            "It has the capability \"lost\", but did not write \"lost\" after its key was deleted, though its watchdog renews every "
            + durationText(*every) + '.');
    const bool probed = co_await bench->believes(bench->a(), acquire.lock, false, "after \"lost\"");
    co_return probed && bench->passed("reports the loss of its lock");
}

} // namespace lockscope
