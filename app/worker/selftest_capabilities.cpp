// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "app/worker/selftest_answers.h"
#include "lockcore/base/duration.h"

#include <array>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Task<bool> checkExtend(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    const auto acquire = bench->tryOf(lock);
    const auto granted = co_await bench->grant(bench->a(), acquire);
    if (!granted)
        co_return false;
    const worker::Extend extend{bench->newId(), lock, {}, 2 * bench->lease()};
    const auto answer = co_await bench->ask(bench->a(), extend, "\"extend\"");
    if (!answer)
        co_return false;
    if (!okIn(answer))
        co_return bench->wrong("It has the capability \"extend\", but did not extend a lock that it holds: " + shown(*answer) + '.');
    const auto left = co_await leaseLeft(bench, *granted, acquire);
    if (left && *left <= *acquire.lease)
        co_return bench->wrong("It says that it extended the lock to " + durationText(extend.lease) + ", but its key has a TTL of "
                               + durationText(*left) + '.');
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
    co_return released ? bench->passed("extends") : false;
}

Task<bool> checkReentry(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    const bool first = co_await bench->acquires(bench->a(), bench->tryOf(lock));
    const bool second = first && co_await bench->acquires(bench->a(), bench->tryOf(lock));
    if (!second)
        co_return false;
    for (const std::int64_t left : {1, 0}) {
        const auto answer = co_await bench->ask(bench->a(), bench->releaseOf(lock), "\"release\"");
        if (!answer)
            co_return false;
        const auto *ok = okIn(answer);
        if (!ok || ok->count != left)
            co_return bench->wrong("A release of a lock that was entered twice must say what is still held, count: " + std::to_string(left)
                                   + ", but it answered " + shown(*answer) + '.');
    }
    co_return bench->passed("re-enters, and counts its holds");
}

Task<bool> checkFencing(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    std::optional<std::int64_t> last;
    for (int i = 0; i < 2; ++i) {
        const auto answer = co_await bench->ask(bench->a(), bench->tryOf(lock), "\"acquire\"");
        const auto *ok = okIn(answer);
        if (!answer)
            co_return false;
        if (!ok || ok->token <= last)
            co_return bench->wrong(
                "With the capability \"fencing\" each \"ok\" of an acquire must have a \"token\" that is greater than all "
                "before, but it answered "
                + shown(*answer) + '.');
        last = ok->token;
        const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
        if (!released)
            co_return false;
    }
    co_return bench->passed("has fencing tokens that grow");
}

Task<bool> checkWatchdog(SelftestBench *bench)
{
    const auto every = bench->a()->process().greeting().renewEvery;
    if (!every)
        co_return bench->wrong("With the capability \"watchdog\" hello_ok must say \"renew_every_ms\".");
    if (*every > 5s) {
        bench->skipped("watchdog: it renews every " + durationText(*every)
                       + ", which takes too long to watch; follow default_lease_ms of hello");
        co_return true;
    }
    const auto lock = bench->newLock();
    auto acquire = bench->tryOf(lock);
    acquire.lease.reset();
    const auto granted = co_await bench->grant(bench->a(), acquire);
    if (!granted)
        co_return false;
    const auto first = co_await leaseLeft(bench, *granted, acquire);
    const auto since = bench->clock().now();
    const auto before = bench->a()->renewals();
    const std::function<bool()> renewed = [bench, before] { return bench->a()->renewals() > before; };
    const auto limit = *every + DrivenWorker::usualLimit;
    const bool seen = co_await bench->a()->until(renewed, limit);
    if (!seen)
        co_return bench->wrong("It has the capability \"watchdog\", but did not write \"renewed\" although no lease was given.");
    const auto left = co_await leaseLeft(bench, *granted, acquire);
    const auto passed = std::chrono::duration_cast<Milliseconds>(bench->clock().now() - since);
    if (first && left && *left < *first - passed / 2) // without a renewal, *left would be *first - passed
        co_return bench->wrong("It wrote \"renewed\", but the TTL of its key has only run down, from " + durationText(*first) + " to "
                               + durationText(*left) + '.');
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
    co_return released ? bench->passed("its watchdog renews") : false;
}

Task<bool> checkConcurrent(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    auto one = bench->tryOf(lock);
    one.owner = "one";
    auto two = bench->tryOf(lock);
    two.owner = "two";
    const bool held = co_await bench->acquires(bench->a(), one);
    if (!held)
        co_return false;
    const auto answer = co_await bench->ask(bench->a(), two, "\"acquire\" of a second owner");
    if (!answer)
        co_return false;
    if (!noIn(answer))
        co_return bench->wrong("A second owner must be kept out as another worker is, but it answered " + shown(*answer) + '.');
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock, "one"));
    co_return released ? bench->passed("keeps its owners apart") : false;
}

Task<bool> checkStall(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    const worker::Stall stall{bench->newId(), 300ms};
    const auto answer = co_await bench->ask(bench->a(), stall, "\"stall\"");
    if (!answer)
        co_return false;
    if (!okIn(answer))
        co_return bench->wrong("\"stall\" must be answered by \"ok\" before it acts, but the answer is " + shown(*answer) + '.');
    const bool probed = co_await bench->believes(bench->a(), lock, false, "during a stall");
    if (!probed)
        co_return false;
    const bool held = co_await bench->acquires(bench->a(), bench->tryOf(lock));
    if (!held)
        co_return false;
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
    co_return released ? bench->passed("stalls, and works afterwards") : false;
}

Task<bool> checkThrow(SelftestBench *bench)
{
    const worker::Throw thrown{bench->newId()};
    const auto answer = co_await bench->ask(bench->a(), thrown, "\"throw\"");
    if (!answer)
        co_return false;
    if (!okIn(answer))
        co_return bench->wrong("\"throw\" must be answered by \"ok\" before it acts, but the answer is " + shown(*answer) + '.');
    const bool probed = co_await bench->believes(bench->a(), bench->newLock(), false, "after \"throw\"");
    co_return probed ? bench->passed("its work dies, and the process lives") : false;
}

struct Check
{
    const char *capability;
    Task<bool> (*run)(SelftestBench *);
};

constexpr std::array<Check, 9> checks = {{{"extend", &checkExtend},
                                          {"reentrant", &checkReentry},
                                          {"fencing", &checkFencing},
                                          {"watchdog", &checkWatchdog},
                                          {"lost", &checkLost},
                                          {"readwrite", &checkReadWrite},
                                          {"concurrent", &checkConcurrent},
                                          {"stall", &checkStall},
                                          {"throw", &checkThrow}}}; // last: its owner is dead afterwards

// Capabilities that need three workers or another clock; the scenarios that test them.
constexpr std::array<std::pair<const char *, const char *>, 2> elsewhere = {{{"fair", "fair-queue"}, {"skew", "timestamp-skew"}}};

} // namespace

Task<bool> checkCapabilities(SelftestBench *bench)
{
    for (const auto &check : checks) {
        if (!bench->a()->can(check.capability)) {
            bench->skipped(std::string("without the capability ") + check.capability);
            continue;
        }
        const bool goesOn = co_await check.run(bench);
        if (!goesOn && !bench->a()->process().isRunning())
            co_return false;
    }
    for (const auto &[capability, scenario] : elsewhere) {
        if (bench->a()->can(capability))
            bench->skipped(std::string(capability) + ": not tried here; \"lockscope lab " + scenario + " -- COMMAND\" does");
    }
    co_return true;
}

} // namespace lockscope
