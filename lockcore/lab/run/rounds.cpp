// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/rounds.h"

#include "lockcore/lab/scenario/by_hand.h"
#include "lockcore/lab/workers/timed_answer.h"

#include <algorithm>

namespace lockcore {

namespace {

std::int64_t releasesOf(const ScenarioSection &plan, std::int64_t held, bool unsure)
{
    auto times = held + (unsure ? 1 : 0);
    if (plan.releases == ScenarioSection::Releases::Always)
        times = std::max<std::int64_t>(times, 1);
    if (plan.releases == ScenarioSection::Releases::Never)
        times = 0;
    return std::min(times, plan.releasesOf.value_or(times));
}

std::vector<entry::Step> stepsOf(const ScenarioSection &plan)
{
    using enum entry::Step;
    if (plan.mode == entry::Mode::Read)
        return {Enter, Read, Exit};
    if (plan.reads == ScenarioSection::Reads::Outside)
        return {Enter, Write, Exit};
    return {Enter, Read, Write, Exit};
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
    auto withoutLease = *plan;
    withoutLease.givesLease = false;
    for (std::int64_t round = 0; m_context.options.byHand || round < plan->rounds; ++round) {
        if (round > 0) {
            auto resting = rest(plan, round);
            co_await resting;
        }
        if (m_finishing || worker->incarnation() != who) // the next incarnation plays its own rounds
            co_return;
        const bool namesLease = !plan->leaseRounds || round < *plan->leaseRounds;
        auto playing = playOne({worker, ownerOf(m_context.scenario, plan->name)}, namesLease ? plan : &withoutLease);
        const bool goesOn = co_await playing;
        if (!goesOn)
            co_return;
    }
    m_context.happenings.happen(Happening::Done, plan->name);
}

Task<void> Rounds::playOnceMore(RunWorker *worker, const ScenarioWorker *plan)
{
    ScenarioSection section;
    section.lock = plan->lock;
    section.mode = plan->mode;
    section.depth = plan->depth;
    section.givesLease = plan->givesLease && !plan->leaseRounds;
    section.lease = plan->lease;
    section.wait = 3 * m_context.scenario.lease;
    section.tries = 3; // its connection may be one that a fault has cut
    const Player player{worker, ownerOf(m_context.scenario, plan->name)};
    auto acquiring = acquireAll(player, &section);
    const auto [held, last] = co_await acquiring;
    if (!last)
        co_return;
    if (held == section.depth && !section.givesLease && plan->work > m_context.scenario.lease) {
        auto working = work(player, &section);
        const bool worked = co_await working;
        if (!worked)
            co_return;
    }
    auto giving = giveBack(player, &section, releasesOf(section, held, isIndefinite(*last)));
    [[maybe_unused]] const bool given = co_await giving;
}

void Rounds::finish() { m_finishing = true; }

// Waits until the next round may begin. In short steps, so that who rests need not be waited for when the run is stopped.
Task<void> Rounds::rest(const ScenarioWorker *plan, std::int64_t round)
{
    constexpr Milliseconds step(20);
    auto left = m_context.options.byHand ? restAfter(m_context.scenario, m_context.options.seed, plan->name, round) : Milliseconds(0);
    for (; left.count() > 0 && !m_finishing; left -= step) {
        auto resting = m_context.clock.after(std::min(left, step));
        co_await resting;
    }
    if (m_finishing)
        co_return;
    auto again = m_context.happenings.all(plan->again);
    co_await again;
}

// One lock, and what the plan takes inside it.
Task<bool> Rounds::playOne(Player player, const ScenarioSection *plan)
{
    const auto who = player.worker->incarnation();
    const auto isGone = [&](const RunWorker::Answer &answer) {
        return !answer || player.worker->incarnation() != who || player.worker->thrown();
    };
    if (plan->reads != ScenarioSection::Reads::Inside) {
        auto reading = player.worker->work(about(player, plan), {entry::Step::Read});
        const auto read = co_await reading;
        if (isGone(read))
            co_return false;
    }
    auto acquiring = acquireAll(player, plan);
    auto [held, last] = co_await acquiring;
    const bool gone = isGone(last);
    if (gone)
        co_return false;
    bool works = held == plan->depth || plan->worksUnheld;
    if (held > 0 && plan->extends) {
        auto extending = player.worker->extend(about(player, plan), *plan->extends);
        const auto answer = co_await extending;
        if (isGone(answer))
            co_return false;
        works = std::holds_alternative<worker::Ok>(*answer) || plan->worksUnheld;
    }
    if (plan->innerEnds && works && held > 1) {
        auto ending = giveBack(player, plan, std::exchange(held, 1) - 1);
        const bool ended = co_await ending;
        if (!ended)
            co_return false;
    }
    if (works) {
        auto working = work(player, plan);
        const bool worked = co_await working;
        if (!worked || player.worker->incarnation() != who || player.worker->thrown())
            co_return false;
    }
    // Also release acquires that may still succeed.
    auto giving = giveBack(player, plan, releasesOf(*plan, held, isIndefinite(*last)));
    const bool given = co_await giving;
    co_return given;
}

// In the critical section of one lock. What comes inside it begins when the worker has entered.
Task<bool> Rounds::work(Player player, const ScenarioSection *plan)
{
    const auto who = player.worker->incarnation();
    auto steps = stepsOf(*plan);
    if (!plan->inside.empty()) {
        auto entering = player.worker->work(about(player, plan), {entry::Step::Enter});
        const auto entered = co_await entering;
        if (!entered || !std::holds_alternative<worker::Ok>(*entered)) // not refused: dead
            co_return entered.has_value();
        steps.erase(steps.begin());
    }
    for (const auto &inner : plan->inside) {
        auto beginning = m_context.happenings.all(inner.after);
        co_await beginning;
        if (player.worker->incarnation() != who || player.worker->thrown())
            co_return false;
        auto playing = playOne(player, &inner);
        const bool goesOn = co_await playing;
        if (!goesOn)
            co_return false;
    }
    auto working = player.worker->work(about(player, plan), std::move(steps));
    const auto worked = co_await working;
    co_return worked.has_value();
}

Task<Rounds::Held> Rounds::acquireAll(Player player, const ScenarioSection *plan)
{
    Held held{0, worker::Answer(worker::Ok())};
    while (held.count < plan->depth) {
        if (held.count > 0) {
            auto waiting = m_context.happenings.all(plan->reenterAfter);
            co_await waiting;
        }
        auto acquiring = acquire(player, plan, held.count > 0);
        held.last = co_await acquiring;
        if (!held.last || !std::holds_alternative<worker::Ok>(*held.last))
            break;
        ++held.count;
        noteOk(player, m_context.lockOf(*plan));
    }
    co_return held;
}

// Repeats a request until it is answered, at most `tries` times. Before each repetition, undoes a request that may have succeeded.
Task<RunWorker::Answer> Rounds::ask(Player player, const ScenarioSection *plan, Ask request, Undo undo)
{
    const auto who = player.worker->incarnation();
    for (auto tries = plan->tries;; --tries) {
        if (player.worker->incarnation() != who)
            co_return std::nullopt;
        auto asking = request();
        auto answer = co_await asking;
        const bool unsure = answer && isIndefinite(*answer);
        if (tries <= 1 || !answer || !(unsure || isDefiniteError(*answer)) || (unsure && undo == Undo::Impossible))
            co_return answer;
        if (unsure && undo == Undo::Release) {
            auto giving = giveBack(player, plan, 1);
            const bool given = co_await giving;
            if (!given)
                co_return std::nullopt;
        }
        auto pause = m_context.clock.after(m_context.scenario.retry);
        co_await pause;
    }
}

// An acquire that may have succeeded is released first: otherwise its repetition would wait for its own lock. A re-entry cannot be undone,
// because nobody could say which hold the release removes.
Task<RunWorker::Answer> Rounds::acquire(Player player, const ScenarioSection *plan, bool again)
{
    auto lease = plan->givesLease ? std::optional(plan->lease.value_or(m_context.scenario.lease)) : std::nullopt;
    if (again && plan->innerLease)
        lease = plan->innerLease;
    const Ask request = [this, player, plan, lease] { return player.worker->acquire(about(player, plan), plan->wait, lease, plan->mode); };
    const bool undoable = !again && plan->releases != ScenarioSection::Releases::Never;
    auto asking = ask(player, plan, request, undoable ? Undo::Release : Undo::Impossible);
    auto answer = co_await asking;
    co_return answer;
}

Task<bool> Rounds::giveBack(Player player, const ScenarioSection *plan, std::int64_t times)
{
    const auto lock = m_context.lockOf(*plan);
    if (std::exchange(m_probing[{player.name(), lock}], false)) {
        auto probing = probe(player, lock);
        co_await probing;
    }
    const Ask request = [this, player, plan] { return player.worker->release(about(player, plan)); };
    for (; times > 0; --times) {
        auto asking = ask(player, plan, request, Undo::Needless);
        const auto answer = co_await asking;
        if (!answer)
            co_return false;
    }
    co_return true;
}

// If another worker is inside, too, both will be asked whether they believe that they hold the lock.
void Rounds::noteOk(const Player &player, const std::string &lock)
{
    for (const auto &[who, owner] : m_context.resource.inside(lock)) {
        const auto &other = owner.empty() ? who.worker : owner;
        if (other != player.name())
            m_probing[{other, lock}] = m_probing[{player.name(), lock}] = true;
    }
}

// Limited in time, because a probe delays the release.
Task<void> Rounds::probe(Player player, std::string lock)
{
    const auto longest = std::min(Milliseconds(50), m_context.scenario.lease / 6);
    auto answering = answerWithin(player.worker->probe({lock, player.owner}), m_context.clock.after(longest), &m_context.loop);
    [[maybe_unused]] const auto answer = co_await answering;
}

} // namespace lockcore
