// SPDX-License-Identifier: MIT
#include "lockcore/lab/workers/resource_desk.h"

namespace lockcore {

namespace {

entry::Accessed accessOf(const Incarnation &who, const worker::ResourceCall &call)
{
    entry::Accessed access;
    access.who = who;
    access.work = static_cast<std::uint64_t>(call.work);
    access.step = call.step;
    access.lock = call.lock;
    access.owner = call.owner;
    access.mode = call.mode;
    access.token = call.token;
    if (call.step == entry::Step::Write)
        access.based = call.value;
    return access;
}

Happening happeningOf(const entry::Accessed &access)
{
    if (access.refused)
        return Happening::WriteRefused;
    switch (access.step) {
    case entry::Step::Enter: return Happening::Inside;
    case entry::Step::Read: return Happening::ReadIt;
    case entry::Step::Write: return Happening::Wrote;
    case entry::Step::Exit: break;
    }
    return Happening::Left;
}

} // namespace

ResourceDesk::ResourceDesk(RunContext &context, RunWorkers &workers)
    : m_context(context)
    , m_workers(workers)
    , m_answering(context.loop)
{
    workers.called = [this](RunWorker &worker, const worker::ResourceCall &call) { answer(worker, call); };
}

void ResourceDesk::answer(RunWorker &worker, const worker::ResourceCall &call)
{
    auto access = accessOf(worker.incarnation(), call);
    if (access.step == entry::Step::Enter)
        drainTheDead(call.lock);
    m_context.resource.answer(access);
    m_context.log.add(access);

    worker::ResourceAnswer answer;
    answer.re = call.id;
    answer.accepted = !access.refused;
    answer.reason = access.reason;
    if (access.step == entry::Step::Read)
        answer.value = access.version;
    const auto &name = worker.nameOf(call.owner);
    const auto *const plan = m_context.sectionOf(name, call.lock);
    const bool works = plan && (plan->work.count() > 0 || !plan->workUntil.empty());
    if (works && access.step == entry::Step::Read && !access.refused)
        m_answering.start(answerLater(&worker, answer, plan));
    else
        worker.reply(answer);
    m_context.happenings.happen(happeningOf(access), name, access.lock);
}

// Called before another worker enters: a dead worker is no longer inside.
void ResourceDesk::drainTheDead(const std::string &lock)
{
    for (const auto &[who, owner] : m_context.resource.inside(lock))
        m_workers.named(who.worker).isAlive();
}

Task<void> ResourceDesk::answerLater(RunWorker *worker, worker::ResourceAnswer answer, const ScenarioSection *plan)
{
    const auto who = worker->incarnation();
    auto working = m_context.clock.after(plan->work);
    co_await working;
    auto until = m_context.happenings.all(plan->workUntil);
    co_await until;
    if (worker->incarnation() == who)
        worker->reply(answer);
}

} // namespace lockcore
