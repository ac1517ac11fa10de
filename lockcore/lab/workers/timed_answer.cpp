// SPDX-License-Identifier: MIT
#include "lockcore/lab/workers/timed_answer.h"

#include "lockcore/base/scope.h"

namespace lockcore {

namespace {

struct FirstOfTwo
{
    Completion<void> come;
    bool over = false;
    std::optional<RunWorker::Answer> answer;

    void end()
    {
        if (!std::exchange(over, true))
            come.complete();
    }
};

Task<void> endAfter(Waiting<RunWorker::Answer> answer, std::shared_ptr<FirstOfTwo> first)
{
    auto got = co_await answer;
    if (!first->over)
        first->answer.emplace(std::move(got));
    first->end();
}

Task<void> endAt(Waiting<void> time, std::shared_ptr<FirstOfTwo> first)
{
    co_await time;
    first->end();
}

} // namespace

Task<std::optional<RunWorker::Answer>> answerWithin(Waiting<RunWorker::Answer> answer, Waiting<void> time, ReadyQueue *queue)
{
    const auto first = std::make_shared<FirstOfTwo>();
    auto waiting = first->come.waiting();
    Scope both(*queue);
    both.start(endAfter(std::move(answer), first));
    both.start(endAt(std::move(time), first));
    co_await waiting;
    co_return std::move(first->answer);
}

} // namespace lockcore
