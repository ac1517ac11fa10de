// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "lockcore/base/duration.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr Milliseconds longestWatch = 3s; // a longer lease takes too long to watch

Milliseconds shortestLease(const worker::HelloOk &greeting)
{
    const auto step = std::max(greeting.leaseStep, 1ms);
    return (std::max(greeting.minLease, 300ms) + step - 1ms) / step * step;
}

// The validity that it published runs out, and nobody else wants the lock.
Task<bool> checkValidityEnd(SelftestBench *bench)
{
    if (bench->a()->process().greeting().sessionLease) {
        bench->skipped("a lock lasts as long as its worker's session, so whether a probe follows the end of a lease");
        co_return true;
    }
    auto acquire = bench->tryOf(bench->newLock());
    acquire.lease = shortestLease(bench->a()->process().greeting());
    const auto granted = co_await bench->grant(bench->a(), acquire);
    if (!granted)
        co_return false;
    if (granted->validity && *granted->validity <= longestWatch) {
        auto end = bench->clock().after(*granted->validity + 50ms);
        co_await end;
        const bool ended = co_await bench->believes(bench->a(), acquire.lock, false,
                                                    "after the validity of " + durationText(*granted->validity) + " that it published");
        if (!ended)
            co_return false;
        bench->passed("does not believe in a lock whose validity has run out");
    } else {
        bench->skipped("without \"validity_ms\" of at most " + durationText(longestWatch) + ", whether a probe follows the end of a lease");
    }
    const auto released = co_await bench->ask(bench->a(), bench->releaseOf(acquire.lock), "\"release\" after the lease"); // ok, or no
    co_return released.has_value();
}

// Its key is deleted, so its release finds that the lock is not its own.
Task<bool> checkLateRelease(SelftestBench *bench)
{
    const auto acquire = bench->tryOf(bench->newLock());
    const auto granted = co_await bench->grant(bench->a(), acquire);
    if (!granted)
        co_return false;
    [[maybe_unused]] const auto deleted = co_await bench->server().remove(keyOf(*granted, acquire));
    const auto released = co_await bench->ask(bench->a(), bench->releaseOf(acquire.lock), "\"release\" of a lock that it has lost");
    if (!released)
        co_return false;
    co_return co_await bench->believes(bench->a(), acquire.lock, false, "after its release of a lock that it had lost");
}

} // namespace

Task<bool> checkBelief(SelftestBench *bench)
{
    const bool ended = co_await checkValidityEnd(bench);
    const bool released = ended && co_await checkLateRelease(bench);
    co_return released;
}

} // namespace lockscope
