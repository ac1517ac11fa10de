// SPDX-License-Identifier: MIT
#include "lockcore/lab/rounds.h"

#include "lockcore/lab/by_hand.h"

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
    const auto who = worker->incarnation();
    auto beginning = m_context.happenings.all(plan->after);
    co_await beginning;
    for (std::int64_t round = 0; m_context.options.byHand || round < plan->rounds; ++round) {
        if (round > 0) {
            auto resting = rest(plan, round);
            co_await resting;
        }
        if (worker->incarnation() != who) // the next one plays its own rounds
            co_return;
        auto playing = playOne(worker, plan);
        const bool goesOn = co_await playing;
        if (!goesOn)
            co_return;
    }
    m_context.happenings.happen(Happening::Done, worker->name());
}

// Until its next round may begin.
Task<void> Rounds::rest(const ScenarioWorker *plan, std::int64_t round)
{
    if (m_context.options.byHand) {
        auto resting = m_context.clock.after(restAfter(m_context.scenario, m_context.options.seed, plan->name, round));
        co_await resting;
    }
    auto again = m_context.happenings.all(plan->again);
    co_await again;
}

Task<bool> Rounds::playOne(RunWorker *worker, const ScenarioWorker *plan)
{
    using enum entry::Step;
    const auto who = worker->incarnation();
    const auto &lock = m_context.lock;
    const auto isGone = [&](const RunWorker::Answer &answer) { return !answer || worker->incarnation() != who || worker->thrown(); };
    std::vector<entry::Step> steps{Enter, Read, Write, Exit};
    if (plan->reads == ScenarioWorker::Reads::Outside)
        steps = {Enter, Write, Exit};
    if (plan->reads != ScenarioWorker::Reads::Inside) {
        auto reading = worker->work(lock, {Read});
        const auto read = co_await reading;
        if (isGone(read))
            co_return false;
    }
    auto acquiring = acquireAll(worker, plan);
    const auto [held, last] = co_await acquiring;
    const bool gone = isGone(last);
    if (gone)
        co_return false;
    bool works = held == plan->depth || plan->worksUnheld;
    if (held > 0 && plan->extends) {
        auto extending = worker->extend(lock, *plan->extends);
        const auto answer = co_await extending;
        if (isGone(answer))
            co_return false;
        works = std::holds_alternative<worker::Ok>(*answer) || plan->worksUnheld;
    }
    if (works) {
        auto working = worker->work(lock, steps);
        const auto worked = co_await working;
        if (isGone(worked))
            co_return false;
    }
    // What may still succeed is given back.
    auto giving = giveBack(worker, plan, releasesOf(*plan, held, isIndefinite(*last)));
    const bool given = co_await giving;
    co_return given;
}

Task<Rounds::Held> Rounds::acquireAll(RunWorker *worker, const ScenarioWorker *plan)
{
    Held held{0, worker::Answer(worker::Ok())};
    while (held.count < plan->depth) {
        if (held.count > 0) {
            auto waiting = m_context.happenings.all(plan->reenterAfter);
            co_await waiting;
        }
        auto acquiring = acquire(worker, plan, held.count > 0);
        held.last = co_await acquiring;
        if (!held.last || !std::holds_alternative<worker::Ok>(*held.last))
            break;
        ++held.count;
        noteOk(*worker);
    }
    co_return held;
}

Task<RunWorker::Answer> Rounds::acquire(RunWorker *worker, const ScenarioWorker *plan, bool again)
{
    auto lease = plan->givesLease ? std::optional(plan->lease.value_or(m_context.scenario.lease)) : std::nullopt;
    if (again && plan->innerLease)
        lease = plan->innerLease;
    const auto who = worker->incarnation();
    for (auto tries = plan->tries;; --tries) {
        if (worker->incarnation() != who)
            co_return std::nullopt;
        auto acquiring = worker->acquire(m_context.lock, plan->wait, lease);
        auto answer = co_await acquiring;
        const bool unsure = answer && isIndefinite(*answer) && !again && plan->releases != ScenarioWorker::Releases::Never;
        if (tries <= 1 || !answer || !(unsure || isDefiniteError(*answer)))
            co_return answer;
        if (unsure) { // it may have the lock, and must not wait for itself
            auto giving = giveBack(worker, plan, 1);
            const bool given = co_await giving;
            if (!given)
                co_return std::nullopt;
        }
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
        auto releasing = worker->release(m_context.lock);
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
    for (const auto &who : m_context.resource.inside(m_context.lock)) {
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
    both.start(completeAfter(worker->probe(m_context.lock), either));
    both.start(completeAt(m_context.clock.after(longest), either));
    co_await waiting;
}

} // namespace lockcore
