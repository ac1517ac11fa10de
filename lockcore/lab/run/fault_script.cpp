// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/fault_script.h"

namespace lockcore {

FaultScript::FaultScript(RunContext &context, RunWorkers &workers, Rounds &rounds, ServerFaults &serverFaults)
    : m_context(context)
    , m_workers(workers)
    , m_rounds(rounds)
    , m_serverFaults(serverFaults)
    , m_acting(context.loop)
{
    for (const auto &fault : context.scenario.script)
        m_faults.push_back({fault, false});
}

FaultScript::~FaultScript() { end(); }

void FaultScript::begin()
{
    m_context.happenings.changed = [this] { look(); };
}

void FaultScript::end()
{
    m_context.happenings.changed = nullptr;
    m_acting.cancel();
}

void FaultScript::look()
{
    for (auto &[fault, begun] : m_faults) { // a fault that acts causes events, which call this function again
        if (begun || !m_context.happenings.have(fault.when))
            continue;
        begun = true;
        if (fault.after.count() > 0)
            m_acting.start(actLater(fault));
        else
            act(fault); // immediately: before the reply passes, and before the next line is read
    }
}

Task<void> FaultScript::actLater(Fault fault)
{
    auto delay = m_context.clock.after(fault.after);
    co_await delay;
    act(fault);
}

void FaultScript::act(const Fault &fault)
{
    if (fault.who.empty())
        return m_serverFaults.act(fault);
    auto &worker = m_workers.named(fault.who);
    switch (fault.action) {
    case Action::Kill: return worker.kill();
    case Action::Restart:
        worker.kill();
        m_restarting.insert(fault.who);
        return m_context.players.start(restart(&worker));
    case Action::Pause: return worker.pause();
    case Action::Resume: return worker.resume();
    case Action::Stall: return worker.stall(fault.by.value_or(Milliseconds(0)));
    case Action::Throw: return m_acting.start(throwOut(&worker));
    case Action::Cancel: return worker.cancel(ownerOf(m_context.scenario, fault.who));
    case Action::Pass: return worker.pass();
    default: return arm(&worker, fault);
    }
}

void FaultScript::arm(RunWorker *worker, Fault fault)
{
    if (!fault.lock.empty())
        fault.lock = m_context.lockNamed(fault.lock);
    worker->arm(fault);
}

bool FaultScript::canAct(const Fault &fault) const
{
    if (fault.who.empty())
        return m_serverFaults.canAct(fault);
    auto &worker = m_workers.named(fault.who);
    if (fault.action == Action::Restart)
        return !m_restarting.contains(fault.who);
    if (fault.action == Action::Pause)
        return worker.isAlive() && !worker.isPaused();
    if (fault.action == Action::Resume)
        return worker.isAlive() && worker.isPaused();
    if (fault.action == Action::Stall || fault.action == Action::Throw || fault.action == Action::Cancel)
        return worker.isReady() && worker.isAlive() && !worker.thrown();
    return worker.isAlive();
}

// Waits until all servers are there before it starts the worker: what the worker says about a missing server would not be its own mistake.
Task<void> FaultScript::restart(RunWorker *worker)
{
    Result<void> started;
    std::int64_t absences = 0;
    do {
        while (!m_serverFaults.allServe()) {
            auto serving = m_serverFaults.whenAllServe();
            co_await serving;
        }
        absences = m_serverFaults.absences();
        auto starting = m_workers.start(worker);
        started = co_await starting;
    } while (!started && started.error().kind != ErrorKind::Cancelled && absences != m_serverFaults.absences());
    m_restarting.erase(worker->name());
    if (!started && started.error().kind == ErrorKind::Cancelled) // it was killed before it was ready
        co_return;
    if (!started) {
        m_context.stop(started.error());
        co_return;
    }
    for (const auto &plan : m_context.scenario.workers) {
        if (processOf(m_context.scenario, plan.name) == worker->name())
            m_context.players.start(m_rounds.play(worker, &plan));
    }
}

Task<void> FaultScript::throwOut(RunWorker *worker)
{
    const auto who = worker->incarnation();
    auto throwing = worker->throwOut();
    const auto answer = co_await throwing;
    if (answer && std::holds_alternative<worker::Ok>(*answer))
        m_context.resource.leave(who);
}

} // namespace lockcore
