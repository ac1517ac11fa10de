// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/lab_run.h"

#include "lockcore/lab/run/fresh_try.h"
#include "lockcore/lab/run/run_header.h"
#include "lockcore/lab/scenario/by_hand.h"
#include "lockcore/lab/scenario/store_fit.h"

#include <algorithm>

namespace lockcore {

LabRun::LabRun(Scenario scenario, Options options, EventLoop &loop, Clock &clock)
    : m_context(std::move(scenario), std::move(options), loop, clock)
    , m_servers(m_context)
    , m_workers(m_context, m_servers)
    , m_notes(m_context, m_servers, m_workers)
    , m_serverFaults(m_context, m_servers, m_notes)
    , m_desk(m_context, m_workers)
    , m_rounds(m_context)
    , m_script(m_context, m_workers, m_rounds, m_serverFaults)
    , m_stalls(m_context, m_servers, m_workers)
    , m_watching(loop)
{ }

LabRun::~LabRun()
{
    m_script.end();
    m_serverFaults.cancel();
    m_context.players.cancel(); // its tasks use members that are destroyed before the context
}

Task<Result<LabRun::Played>> LabRun::play()
{
    auto beginning = begin();
    if (const auto begun = co_await beginning; !begun)
        co_return begun.error();
    auto played = introduction();
    if (!played.skips.empty()) {
        auto leaving = m_workers.sayBye();
        co_await leaving;
        co_return played;
    }
    if (const auto begun = m_context.log.begin(headerOf(m_context, m_workers), m_context.options.historyFile); !begun)
        co_return begun.error();
    m_watching.start(m_stalls.watch());
    if (m_context.scenario.warmUp) {
        auto warming = m_workers.warmUp();
        co_await warming;
    }
    auto playing = playRounds();
    co_await playing;
    auto ending = end();
    if (const auto ended = co_await ending; !ended)
        co_return ended.error();
    played.unmet = m_unmet;
    played.premises = m_context.premises;
    played.history = m_context.log.history();
    co_return played;
}

Task<Result<void>> LabRun::begin()
{
    const auto need = m_context.options.foreign ? needOfOwnServer(m_context.scenario) : std::nullopt;
    if (need)
        co_return Error{ErrorKind::Refused, "this scenario cannot be played on that server: " + *need, "url"};
    const auto hindrance = m_context.scenario.cluster ? whyNotOnCluster(m_context.scenario) : std::nullopt;
    if (hindrance)
        co_return Error{ErrorKind::Refused, "this scenario cannot be played on a cluster: " + *hindrance, "cluster"};
    const std::string store(nameOf(m_context.scenario.store));
    if (const auto lack = lackOfStore(m_context.scenario))
        co_return Error{ErrorKind::Refused, "this scenario cannot be played on " + store + ": " + *lack, "store"};
    if (m_context.scenario.store != Store::Redis && m_context.options.foreign)
        co_return Error{ErrorKind::Refused, "a server that the Lab did not start can only be Redis, and this scenario needs " + store,
                        "store"};
    if (m_context.scenario.store != Store::Redis && m_context.options.command.empty())
        co_return Error{ErrorKind::Refused,
                        "Lockscope's own workers speak to Redis only: give the command of one that speaks to " + store
                            + " after --, for example " + std::string(exampleWorker(m_context.scenario.store)),
                        "command"};
    auto serving = m_servers.start();
    auto done = co_await serving;
    if (done.ok()) {
        if (serves && !m_context.options.foreign)
            serves(m_servers.endpoint());
        auto starting = m_workers.startAll();
        done = co_await starting;
    }
    co_return done;
}

LabRun::Played LabRun::introduction() const
{
    Played played;
    const auto &hello = m_workers.all().front()->greeting();
    played.library = hello.library + (hello.version.empty() ? "" : ' ' + hello.version);
    played.server = m_servers.version();
    auto needs = m_context.scenario.needs;
    if (m_context.scenario.cluster)
        needs.emplace_back(wordOf(Capability::Cluster));
    std::copy_if(needs.begin(), needs.end(), std::back_inserter(played.skips), [this](const auto &need) { return !m_workers.can(need); });
    return played;
}

Task<void> LabRun::playRounds()
{
    if (m_context.error())
        co_return;
    m_context.log.add(entry::Begun());
    m_context.happenings.forget();
    m_context.premises = {};
    m_script.begin();
    m_hasBegun = m_playing = true;
    Scope limiting(m_context.loop);
    limiting.start(limitRounds());
    for (const auto &plan : m_context.scenario.workers)
        m_context.players.start(m_rounds.play(&m_workers.named(plan.name), &plan));
    if (m_context.options.byHand)
        m_context.players.start(waitForStop());
    m_context.happenings.happen(Happening::Start);
    co_await m_context.players.whenIdle();
    m_playing = false;
    m_script.end();
    auto healing = m_serverFaults.heal();
    co_await healing;
    m_workers.heal();
}

// Does not end when all workers are dead: one may be restarted.
Task<void> LabRun::waitForStop()
{
    auto waiting = m_stopped.waiting();
    co_await waiting;
}

Task<void> LabRun::limitRounds()
{
    auto limit = m_context.clock.after(m_context.scenario.limit);
    co_await limit;
    cutOff();
}

void LabRun::cutOff()
{
    if (!m_context.options.byHand) {
        m_context.premises.complete = false;
        m_unmet = m_context.happenings.awaited();
    }
    m_context.players.cancel();
}

void LabRun::act(const Fault &fault)
{
    if (m_playing && !m_finishing && !refusalOf(m_context.scenario, fault) && m_script.canAct(fault))
        m_script.act(fault);
}

void LabRun::stop()
{
    if (m_playing && m_context.options.byHand && !std::exchange(m_finishing, true)) {
        m_rounds.finish();
        m_context.players.start(finishRounds());
        m_watching.start(limitFinish());
    } else if (std::exchange(m_playing, false)) {
        cutOff();
    }
}

// Who is held up by what a person did could not finish.
Task<void> LabRun::finishRounds()
{
    m_script.end();
    m_workers.heal();
    auto healing = m_serverFaults.heal();
    co_await healing;
    m_stopped.complete();
}

Task<void> LabRun::limitFinish()
{
    constexpr Milliseconds step(50);
    for (auto left = finishWithin(m_context.scenario); left.count() > 0 && m_playing; left -= step) {
        const auto isPaused = [](const auto &worker) { return worker->isPaused(); };
        if (std::ranges::any_of(m_workers.all(), isPaused)) // it was being paused when the run was stopped
            m_workers.heal();
        auto pause = m_context.clock.after(step);
        co_await pause;
    }
    if (std::exchange(m_playing, false))
        cutOff();
}

// Who is never answered is cut off: how long it waited is judged.
Task<void> LabRun::takeOnceMore()
{
    Scope limiting(m_context.loop);
    limiting.start(limitOnceMore());
    m_context.players.start(eachOnceMore());
    co_await m_context.players.whenIdle();
}

Task<void> LabRun::eachOnceMore()
{
    for (const auto &plan : m_context.scenario.workers) {
        auto &worker = m_workers.named(plan.name);
        if (!worker.isReady() || worker.thrown())
            continue;
        auto playing = m_rounds.playOnceMore(&worker, &plan);
        co_await playing;
    }
}

Task<void> LabRun::limitOnceMore()
{
    auto limit = m_context.clock.after(m_context.scenario.limit);
    co_await limit;
    m_context.players.cancel();
}

Task<Result<void>> LabRun::end()
{
    bool isFree = true;
    if (m_context.scenario.fresh && !m_context.error()) {
        auto trying = tryFresh(&m_context, &m_workers);
        const auto taken = co_await trying;
        if (!taken)
            co_return taken.error();
        isFree = *taken;
    }
    if (m_context.scenario.onceMore && isFree && m_context.premises.complete && !m_context.error()) {
        auto taking = takeOnceMore();
        co_await taking;
    }
    auto leaving = m_workers.sayBye();
    co_await leaving;
    auto cleaning = m_servers.cleanUp();
    const auto cleaned = co_await cleaning;
    m_watching.cancel(); // cancelled, so that `end` is the last entry
    if (m_context.error())
        co_return *m_context.error();
    if (!cleaned)
        co_return cleaned;
    m_context.log.add(entry::Ended());
    auto flushed = m_context.log.flush();
    co_return flushed;
}

} // namespace lockcore
