// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "app/worker/selftest_answers.h"
#include "lockcore/base/duration.h"

#include <sys/wait.h>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Task<bool> checkStop(SelftestBench *bench)
{
    bench->b()->process().pause();
    const std::function<bool()> stopped = [bench] { return bench->b()->isPaused(); };
    const bool paused = co_await bench->b()->until(stopped);
    if (!paused)
        co_return bench->wrong("SIGSTOP does not stop it: a process that it has started still runs.");
    const worker::Probe probe{bench->newId(), bench->newLock(), {}};
    bench->b()->send(probe);
    const auto early = co_await bench->b()->answer(probe.id, 300ms);
    if (early)
        co_return bench->wrong("SIGSTOP does not stop it: it answered \"probe\" while it was stopped. Is it in a container?");
    bench->b()->process().resume();
    const auto answer = co_await bench->b()->answer(probe.id);
    co_return answer ? bench->passed("can be stopped and continued") : bench->isSilent(bench->b(), "\"probe\" after it was continued");
}

Task<bool> checkBye(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    const bool held = co_await bench->acquires(bench->b(), bench->tryOf(lock));
    if (!held)
        co_return false;
    bench->b()->send(worker::Bye());
    const std::function<bool()> over = [bench] { return bench->b()->exitStatus().has_value(); };
    const bool ended = co_await bench->b()->until(over);
    if (!ended && bench->b()->process().isRunning())
        co_return bench->wrong("It did not end within " + durationText(DrivenWorker::usualLimit) + " after \"bye\".");
    const auto status = bench->b()->exitStatus();
    if (!status)
        co_return bench->isSilent(bench->b(), "\"bye\"");
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
        co_return bench->wrong(
            "After \"bye\" it must end with exit code 0, but it ended with "
            + (WIFEXITED(*status) ? "exit code " + std::to_string(WEXITSTATUS(*status)) : "signal " + std::to_string(WTERMSIG(*status)))
            + '.');
    co_return bench->passed("ends after bye");
}

// A container or a remote shell may survive when the program that started it is killed. Its connections reveal that.
Task<bool> checkKill(SelftestBench *bench)
{
    bench->endWorkers();
    const bool begun = co_await bench->startB();
    if (!begun)
        co_return false;
    const bool held = co_await bench->acquires(bench->b(), bench->tryOf(bench->newLock()));
    if (!held)
        co_return false;
    bench->b()->process().kill();
    std::int64_t left = 1;
    for (const auto end = bench->clock().now() + 3s; left > 0 && bench->clock().now() < end;) {
        left = co_await bench->server().connectionsSeen();
        if (left > 0) {
            auto pause = bench->clock().after(10ms);
            co_await pause;
        }
    }
    if (left > 0)
        co_return bench->wrong(
            "SIGKILL does not end it: it is still connected to the server. Does it run in a container, or on another machine?");
    if (bench->b()->process().outputHeldOpen())
        co_return bench->wrong("SIGKILL does not end it: a process that it has started escaped and holds its standard output open.");
    co_return bench->passed("can be killed, with all that it has started");
}

Task<void> checkVersion(SelftestBench *bench)
{
    constexpr std::int64_t future = 999;
    auto greeting = bench->hello();
    greeting.proto = future;
    const auto failure = co_await bench->greetB(greeting);
    if (failure && failure->detail == "unsupported")
        bench->passed("refuses another version of the protocol");
    else
        bench->wrong(
            "A \"hello\" with another \"proto\" must be answered by \"err\" with code \"unsupported\" and the versions that it knows.");
}

} // namespace

Task<bool> checkLife(SelftestBench *bench)
{
    bool goesOn = co_await checkStop(bench);
    if (goesOn)
        goesOn = co_await checkBye(bench);
    if (goesOn)
        goesOn = co_await checkKill(bench);
    if (goesOn)
        co_await checkVersion(bench);
    co_return goesOn;
}

} // namespace lockscope
