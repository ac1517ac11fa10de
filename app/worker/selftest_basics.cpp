// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "app/worker/selftest_answers.h"
#include "lockcore/base/bytes.h"
#include "lockcore/base/duration.h"

namespace lockscope {

using namespace lockcore;

namespace {

Task<bool> checkHello(SelftestBench *bench)
{
    const bool begun = co_await bench->startA();
    if (!begun)
        co_return false;
    const auto &greeting = bench->a()->process().greeting();
    bench->passed("answers hello: " + escaped(greeting.library) + ' ' + escaped(greeting.version) + ", " + escaped(greeting.language));
    for (const auto &capability : greeting.capabilities) {
        if (!fromWord<Capability>(capability))
            bench->wrong("It names a capability that does not exist: \"" + escaped(capability) + "\".");
    }
    co_return true;
}

Task<bool> checkUnknownRequest(SelftestBench *bench)
{
    const auto unknown = bench->newId();
    bench->a()->sendAs(worker::BadRequest{unknown, "unsupported"}, "{\"type\":\"selftest\",\"id\":" + std::to_string(unknown) + "}\n");
    const auto refusal = co_await bench->a()->answer(unknown);
    if (!refusal && !bench->a()->process().isRunning())
        co_return bench->isSilent(bench->a(), "an unknown request");
    const auto *err = errIn(refusal);
    if (err && err->code == "unsupported" && err->definite)
        bench->passed("refuses an unknown request");
    else
        bench->wrong(
            "A request that it does not know must be answered by \"err\" with its \"re\", code \"unsupported\" and definite: true.");
    co_return true;
}

void checkValidity(SelftestBench &bench, const worker::Ok &ok, const worker::Acquire &acquire)
{
    const auto lease = leaseOf(&bench, acquire);
    if (ok.validity && *ok.validity > lease)
        bench.wrong("It says that the lock is valid for " + durationText(*ok.validity) + ", longer than the lease that was asked for, "
                    + durationText(lease) + '.');
}

// The request has a field that the worker cannot know, and must ignore.
Task<bool> checkFirstLock(SelftestBench *bench, std::string lock)
{
    const auto before = co_await bench->server().commandsSeen();
    const auto acquire = bench->tryOf(lock);
    auto line = worker::lineOf(worker::Request(acquire));
    line.insert(line.size() - 2, ",\"unknown_field\":1");
    bench->a()->sendAs(acquire, line);
    const auto answer = co_await bench->a()->answer(acquire.id);
    if (!answer)
        co_return bench->isSilent(bench->a(), "\"acquire\"");
    const auto *ok = okIn(answer);
    if (!ok)
        co_return bench->wrong("It did not acquire a lock that is free: " + shown(*answer) + '.');
    const auto after = co_await bench->server().commandsSeen();
    if (after <= before)
        co_return bench->wrong("It says that it holds the lock, but it sent no command: it never used the address that \"hello\" gave.");
    const bool hasKeys = co_await findHolding(bench, *ok, acquire);
    if (!hasKeys)
        co_return bench->wrong("It says that it holds the lock, but there is no key in " + bench->storeName() + '.');
    checkValidity(*bench, *ok, acquire);
    const bool found = co_await checkHolding(bench, *ok, acquire);
    if (!found)
        co_return false;
    const bool probed = co_await bench->believes(bench->a(), lock, true, "while it holds the lock");
    co_return probed && bench->passed("acquires a free lock");
}

Task<bool> checkRelease(SelftestBench *bench, std::string lock)
{
    const bool released = co_await bench->releases(bench->a(), bench->releaseOf(lock));
    if (!released)
        co_return false;
    const bool forgot = co_await bench->believes(bench->a(), lock, false, "after the release");
    const bool again = forgot && co_await bench->acquires(bench->a(), bench->tryOf(lock));
    const bool freed = again && co_await bench->releases(bench->a(), bench->releaseOf(lock));
    co_return freed && bench->passed("releases it");
}

} // namespace

Task<bool> checkBasics(SelftestBench *bench)
{
    const auto lock = bench->newLock();
    bool goesOn = co_await checkHello(bench);
    if (goesOn)
        goesOn = co_await checkUnknownRequest(bench);
    if (goesOn)
        goesOn = co_await checkFirstLock(bench, lock);
    if (goesOn)
        goesOn = co_await checkWork(bench, lock);
    if (goesOn)
        goesOn = co_await checkRelease(bench, lock);
    co_return goesOn;
}

} // namespace lockscope
