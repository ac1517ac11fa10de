// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "app/worker/selftest_answers.h"

namespace lockscope {

using namespace lockcore;

namespace {

Task<bool> checkSteps(SelftestBench *bench, worker::Work work)
{
    constexpr std::int64_t version = 7;
    bench->a()->send(work);
    for (const auto step : work.steps) {
        const auto call = co_await bench->a()->nextCall();
        if (!call)
            co_return bench->wrong(bench->a()->silence("\"work\" by a call \"res\" for \"" + std::string(wordOf(step)) + '"'));
        const bool probed = co_await bench->believes(bench->a(), work.lock, true, "while it waits for \"res_ok\"");
        if (!probed)
            co_return false;
        const bool reads = step == entry::Step::Read;
        bench->a()->send(worker::ResourceAnswer{call->id, true, reads ? std::optional(version) : std::nullopt, {}});
    }
    const auto answer = co_await bench->a()->answer(work.id);
    if (!answer)
        co_return bench->isSilent(bench->a(), "\"work\" after its last step");
    co_return okIn(answer) ? bench->passed("works inside, and answers probes meanwhile")
                           : bench->wrong("\"work\" must end with \"ok\", but it ended with " + shown(*answer) + '.');
}

Task<bool> checkRefusal(SelftestBench *bench, worker::Work work)
{
    work.id = bench->newId();
    bench->a()->send(work);
    const auto call = co_await bench->a()->nextCall();
    if (!call)
        co_return bench->isSilent(bench->a(), "\"work\" by a call \"res\"");
    bench->a()->send(worker::ResourceAnswer{call->id, false, {}, "selftest"});
    const auto answer = co_await bench->a()->answer(work.id);
    if (!answer)
        co_return bench->isSilent(bench->a(), "\"work\" after \"res_no\"");
    if (!noIn(answer))
        co_return bench->wrong("When a \"res\" is refused, \"work\" must end with \"no\", but it ended with " + shown(*answer) + '.');
    co_return bench->passed("stops working when the resource refuses");
}

} // namespace

Task<bool> checkWork(SelftestBench *bench, std::string lock)
{
    using enum entry::Step;
    worker::Work work{bench->newId(), lock, {}, {Enter, Read, Write, Exit}};
    const bool done = co_await checkSteps(bench, work);
    const bool obeyed = done && co_await checkRefusal(bench, work);
    co_return obeyed;
}

} // namespace lockscope
