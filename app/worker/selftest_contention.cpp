// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "app/worker/selftest_answers.h"

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Task<bool> checkLimitedWait(SelftestBench *bench, std::string lock)
{
    auto limited = bench->tryOf(lock);
    limited.wait = 300ms;
    const auto timedOut = co_await bench->ask(bench->b(), limited, "\"acquire\" with wait_ms 300");
    if (!timedOut)
        co_return false;
    if (!noIn(timedOut))
        co_return bench->wrong("A wait of 300 ms for a lock that stays held must end with \"no\", but it ended with " + shown(*timedOut)
                               + '.');
    co_return true;
}

Task<bool> checkCancel(SelftestBench *bench, std::string lock)
{
    auto endless = bench->tryOf(lock);
    endless.wait.reset();
    bench->b()->send(endless);
    const bool probed = co_await bench->believes(bench->b(), lock, false, "while it waits for the lock");
    if (!probed)
        co_return false;
    bench->b()->send(worker::Cancel{endless.id});
    const auto cancelled = co_await bench->b()->answer(endless.id);
    if (!cancelled)
        co_return bench->isSilent(bench->b(), "an \"acquire\" that was cancelled");
    if (!noIn(cancelled))
        co_return bench->wrong("A cancelled wait must end with \"no\", but it ended with " + shown(*cancelled) + '.');
    co_return true;
}

Task<bool> checkWakeUp(SelftestBench *bench, std::string lock)
{
    auto patient = bench->tryOf(lock);
    patient.wait = 30s;
    bench->b()->send(patient);
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
    if (!released)
        co_return false;
    const auto woken = co_await bench->b()->answer(patient.id);
    if (!woken)
        co_return bench->isSilent(bench->b(), "an \"acquire\" that waits, after the release");
    if (!okIn(woken))
        co_return bench->wrong("A waiter must get the lock after the release, but it answered " + shown(*woken) + '.');
    const bool freed = co_await bench->releases(bench->b(), bench->releaseOf(lock));
    co_return freed ? bench->passed("waits, gives up in time, can be cancelled") : false;
}

Task<bool> checkWaiting(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    const bool held = co_await bench->acquires(bench->a(), bench->tryOf(lock));
    const bool limited = held && co_await checkLimitedWait(bench, lock);
    const bool cancelled = limited && co_await checkCancel(bench, lock);
    const bool woken = cancelled && co_await checkWakeUp(bench, lock);
    co_return woken;
}

} // namespace

Task<bool> checkContention(SelftestBench *bench)
{
    const bool begun = co_await bench->startB();
    if (!begun)
        co_return false;
    const auto lock = bench->newLock();
    const bool held = co_await bench->acquires(bench->a(), bench->tryOf(lock));
    if (!held)
        co_return false;
    const auto answer = co_await bench->ask(bench->b(), bench->tryOf(lock), "\"acquire\" with wait_ms 0 of a lock that another holds");
    if (!answer)
        co_return false;
    if (!noIn(answer))
        co_return bench->wrong("A second worker must answer \"no\" while the first holds the lock, but it answered " + shown(*answer)
                               + '.');
    bench->passed("a second worker is kept out");
    const bool waited = co_await checkWaiting(bench);
    if (!waited)
        co_return false;
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
    if (!released)
        co_return false;
    const bool got = co_await bench->acquires(bench->b(), bench->tryOf(lock));
    if (!got)
        co_return false;
    const bool freed = co_await bench->releases(bench->b(), bench->releaseOf(lock));
    co_return freed ? bench->passed("gets the lock after the release") : false;
}

} // namespace lockscope
