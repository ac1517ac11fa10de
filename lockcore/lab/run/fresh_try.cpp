// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/fresh_try.h"

#include <algorithm>

namespace lockcore {

namespace {

// A queue may keep its places for longer than anybody wants to watch: the judge then says what could not be seen.
Milliseconds boundOf(const Scenario &scenario, const RunWorkers &workers, const RunWorker &fresh)
{
    const auto &all = workers.all();
    const auto dead = std::count_if(all.begin(), all.end(), [](const auto &worker) { return !worker->isReady(); });
    const auto &said = fresh.greeting().queueTimeout;
    const auto queueTimeout = (said ? said : scenario.queueTimeout).value_or(Milliseconds(0));
    return 2 * scenario.lease + std::min((dead + 1) * queueTimeout, scenario.limit) + Milliseconds(5);
}

// Tries until the lock is taken, and once more when the bound is over.
Task<bool> tryLock(RunContext *context, RunWorkers *workers, RunWorker *fresh, std::string lock)
{
    const auto &scenario = context->scenario;
    std::optional<Moment> end; // counted from the first answer: a busy machine may send late
    for (;;) {
        const bool last = end && context->clock.now() >= *end;
        auto acquiring = workers->inTime(fresh, "acquire", fresh->acquire({lock}, Milliseconds(0), scenario.lease));
        const auto answer = co_await acquiring;
        if (answer && (std::holds_alternative<worker::Ok>(*answer) || isIndefinite(*answer))) {
            auto releasing = workers->inTime(fresh, "release", fresh->release({lock}));
            [[maybe_unused]] const auto released = co_await releasing;
            co_return true;
        }
        if (!answer || last)
            co_return false;
        const auto now = context->clock.now();
        end = end.value_or(now + boundOf(scenario, *workers, *fresh));
        auto pause = context->clock.after(std::min<Duration>(scenario.lease / 4, std::max<Duration>(*end - now, Duration(0))));
        co_await pause;
    }
}

} // namespace

Task<Result<bool>> tryFresh(RunContext *context, RunWorkers *workers)
{
    auto starting = workers->startFresh();
    const auto started = co_await starting;
    if (!started)
        co_return started.error();
    bool isFree = true;
    for (const auto &lock : context->locks) {
        auto trying = tryLock(context, workers, *started, lock);
        const bool taken = co_await trying;
        isFree = isFree && taken;
    }
    co_return isFree;
}

} // namespace lockcore
