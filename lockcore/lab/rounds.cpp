// SPDX-License-Identifier: MIT
#include "lockcore/lab/rounds.h"

#include <algorithm>

namespace lockcore {

namespace {

std::int64_t releasesOf(const ScenarioWorker &plan, std::int64_t held, bool unsure)
{
    auto times = held + (unsure ? 1 : 0);
    if (plan.releases == ScenarioWorker::Releases::Always)
        times = std::max<std::int64_t>(times, 1);
    if (plan.releases == ScenarioWorker::Releases::Never)
        times = 0;
    return std::min(times, plan.releasesOf.value_or(times));
}

Task<void> completeAfter(Waiting<RunWorker::Answer> answer, std::shared_ptr<Completion<void>> either)
{
    [[maybe_unused]] const auto got = co_await answer;
    either->complete();
}

Task<void> completeAt(Waiting<void> time, std::shared_ptr<Completion<void>> either)
{
    co_await time;
    either->complete();
}

} // namespace

Rounds::Rounds(RunContext &context)
    : m_context(context)
{ }

Task<void> Rounds::play(RunWorker *worker, const ScenarioWorker *plan)
{
    auto beginning = m_context.happenings.all(plan->after);
    co_await beginning;
    for (std::int64_t round = 0; round < plan->rounds; ++round) {
        if (round > 0) {
            auto again = m_context.happenings.all(plan->again);
            co_await again;
        }
        auto playing = playOne(worker, plan);
        const bool goesOn = co_await playing;
        if (!goesOn)
            co_return;
    }
    m_context.happenings.happen(Happening::Done, worker->name());
}

Task<bool> Rounds::playOne(RunWorker *worker, const ScenarioWorker *plan)
{
    const auto who = worker->incarnation();
    const auto isGone = [&](const RunWorker::Answer &answer) { return !answer || worker->incarnation() != who; };
    std::int64_t held = 0;
    bool unsure = false;
    while (held < plan->depth) {
        auto acquiring = acquire(worker, plan);
        const auto answer = co_await acquiring;
        if (isGone(answer))
            co_return false;
        if (!std::holds_alternative<worker::Ok>(*answer)) {
            unsure = isIndefinite(*answer); // it may still succeed, so it is given back
            break;
        }
        ++held;
        noteOk(*worker);
    }
    bool works = held > 0 || plan->worksUnheld;
    if (held > 0 && plan->extends) {
        auto extending = worker->extend(m_context.scenario.lock, *plan->extends);
        const auto answer = co_await extending;
        if (isGone(answer))
            co_return false;
        works = std::holds_alternative<worker::Ok>(*answer) || plan->worksUnheld;
    }
    if (works) {
        auto working = worker->work(m_context.scenario.lock);
        const auto worked = co_await working;
        if (isGone(worked) || worker->thrown())
            co_return false;
    }
    auto giving = giveBack(worker, plan, releasesOf(*plan, held, unsure));
    const bool given = co_await giving;
    co_return given;
}

Task<RunWorker::Answer> Rounds::acquire(RunWorker *worker, const ScenarioWorker *plan)
{
    const auto lease = plan->givesLease ? std::optional(plan->lease.value_or(m_context.scenario.lease)) : std::nullopt;
    const auto who = worker->incarnation();
    for (auto tries = plan->tries;; --tries) {
        if (worker->incarnation() != who)
            co_return std::nullopt;
        auto acquiring = worker->acquire(m_context.scenario.lock, plan->wait, lease);
        auto answer = co_await acquiring;
        if (tries <= 1 || !answer || !isDefiniteError(*answer))
            co_return answer;
        auto pause = m_context.clock.after(m_context.scenario.retry);
        co_await pause;
    }
}

Task<bool> Rounds::giveBack(RunWorker *worker, const ScenarioWorker *plan, std::int64_t times)
{
    const auto who = worker->incarnation();
    if (std::exchange(m_probing[worker->name()], false)) {
        auto probing = probe(worker);
        co_await probing;
    }
    auto tries = plan->tries;
    while (times > 0) {
        if (worker->incarnation() != who)
            co_return false;
        auto releasing = worker->release(m_context.scenario.lock);
        const auto answer = co_await releasing;
        if (!answer)
            co_return false;
        if (--tries > 0 && isDefiniteError(*answer)) {
            auto pause = m_context.clock.after(m_context.scenario.retry);
            co_await pause;
        } else {
            --times;
        }
    }
    co_return true;
}

// Somebody else holds it, too: both are asked whether they believe it.
void Rounds::noteOk(const RunWorker &worker)
{
    for (const auto &who : m_context.resource.inside(m_context.scenario.lock)) {
        if (who != worker.incarnation())
            m_probing[who.worker] = m_probing[worker.name()] = true;
    }
}

// No longer than it may delay a release.
Task<void> Rounds::probe(RunWorker *worker)
{
    const auto longest = std::min(Milliseconds(50), m_context.scenario.lease / 6);
    const auto either = std::make_shared<Completion<void>>();
    auto waiting = either->waiting();
    Scope both(m_context.loop);
    both.start(completeAfter(worker->probe(m_context.scenario.lock), either));
    both.start(completeAt(m_context.clock.after(longest), either));
    co_await waiting;
}

} // namespace lockcore
