// SPDX-License-Identifier: MIT
#include "app/worker/selftest_answers.h"
#include "app/worker/selftest_checks.h"

namespace lockscope {

using namespace lockcore;

namespace {

worker::Acquire tryAs(entry::Mode mode, SelftestBench *bench, const std::string &lock)
{
    auto acquire = bench->tryOf(lock);
    acquire.mode = mode;
    return acquire;
}

Task<bool> isKeptOut(SelftestBench *bench, DrivenWorker *worker, worker::Acquire request, std::string sentence)
{
    const auto answer = co_await bench->ask(worker, request, "\"acquire\" with a mode");
    if (answer && !noIn(answer))
        co_return bench->wrong(sentence + ", but it answered " + shown(*answer) + '.');
    co_return answer.has_value();
}

Task<bool> checkReaders(SelftestBench *bench, std::string lock)
{
    const bool first = co_await bench->acquires(bench->a(), tryAs(entry::Mode::Read, bench, lock));
    if (!first)
        co_return false;
    const auto second = co_await bench->ask(bench->b(), tryAs(entry::Mode::Read, bench, lock), "\"acquire\" with mode r");
    if (!second)
        co_return false;
    if (!okIn(second))
        co_return bench->wrong("A second reader must get the lock beside the first, but it answered " + shown(*second) + '.');
    co_return co_await bench->releases(bench->b(), bench->releaseOf(lock));
}

Task<bool> checkWriter(SelftestBench *bench, std::string lock)
{
    const bool out = co_await isKeptOut(bench, bench->b(), tryAs(entry::Mode::Write, bench, lock),
                                        "A writer must be kept out while a reader holds the lock");
    const bool free = out && co_await bench->releases(bench->a(), bench->releaseOf(lock));
    const bool writes = free && co_await bench->acquires(bench->b(), tryAs(entry::Mode::Write, bench, lock));
    if (!writes)
        co_return false;
    const bool alone = co_await isKeptOut(bench, bench->a(), tryAs(entry::Mode::Read, bench, lock),
                                          "A reader must be kept out while a writer holds the lock");
    const bool single = alone
                        && co_await isKeptOut(bench, bench->a(), tryAs(entry::Mode::Write, bench, lock),
                                              "A second writer must be kept out while a writer holds the lock");
    const bool released = single && co_await bench->releases(bench->b(), bench->releaseOf(lock));
    co_return released;
}

} // namespace

Task<bool> checkReadWrite(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    const bool shared = co_await checkReaders(bench, lock);
    const bool apart = shared && co_await checkWriter(bench, lock);
    co_return apart && bench->passed("lets readers share the lock, and a writer have it alone");
}

} // namespace lockscope
