// SPDX-License-Identifier: MIT
#include "lockcore/lab/workers/run_workers.h"

#include "lockcore/base/duration.h"
#include "lockcore/lab/workers/timed_answer.h"
#include "lockcore/locks/catalogue.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t startAtOnce = 4;
constexpr Milliseconds byeLimit{1000};
constexpr Milliseconds connectLimit{8000}; // generous, because no scenario tests it and a busy machine is slow
const std::string freshName = "fresh";

std::vector<std::string> commandOf(const RunContext &context)
{
    if (!context.options.command.empty())
        return context.options.command;
    std::vector<std::string> command{context.options.program, "worker", context.scenario.protocol};
    for (const auto &[name, value] : context.scenario.options)
        command.push_back(name + '=' + value);
    const auto *protocol = findProtocol(context.scenario.protocol);
    if (protocol && protocol->fair && context.scenario.queueTimeout)
        command.push_back("queue-timeout=" + std::to_string(context.scenario.queueTimeout->count()) + "ms");
    return command;
}

Task<void> collect(Task<Result<void>> starting, std::optional<Error> *error)
{
    if (const auto started = co_await starting; !started && !*error)
        *error = started.error();
}

} // namespace

RunWorkers::RunWorkers(RunContext &context, RunServers &servers)
    : m_context(context)
    , m_servers(servers)
{ }

RunWorker &RunWorkers::named(const std::string &name) const
{
    const auto &process = processOf(m_context.scenario, name);
    return **std::find_if(m_workers.begin(), m_workers.end(), [&](const auto &worker) { return worker->name() == process; });
}

bool RunWorkers::can(std::string_view capability) const
{
    return std::all_of(m_workers.begin(), m_workers.end(), [=](const auto &worker) { return worker->greeting().can(capability); });
}

RunWorker &RunWorkers::add(const std::string &name, Milliseconds skew)
{
    RunWorker::Options options;
    options.name = name;
    options.command = commandOf(m_context);
    options.seed = m_context.options.seed;
    options.hello.commandTimeout = m_context.scenario.commandTimeout;
    options.hello.connectTimeout = connectLimit;
    options.hello.defaultLease = m_context.scenario.lease;
    options.hello.retry = m_context.scenario.retry;
    options.hello.clockSkew = skew;
    options.cluster = m_context.scenario.cluster;
    options.cleaned = [this](std::string text) { return m_context.cleaned(std::move(text)); };
    auto &worker = *m_workers.emplace_back(std::make_unique<RunWorker>(std::move(options), m_context.log, m_context.happenings));
    worker.called = [this, &worker](const worker::ResourceCall &call) { called(worker, call); };
    worker.died = [this, &worker] { m_context.resource.leave(worker.incarnation()); };
    worker.failed = [this, &worker](const Error &error) {
        m_context.stop({ErrorKind::Protocol, "the worker " + worker.name() + ": " + error.text, error.detail});
    };
    return worker;
}

Task<Result<void>> RunWorkers::start(RunWorker *worker)
{
    auto ways = m_servers.waysOf({worker->name(), worker->incarnation().number + 1});
    if (!ways)
        co_return ways.error();
    auto starting = worker->start(std::move(ways->links), std::move(ways->addresses));
    auto started = co_await starting;
    if (!started && started.error().kind == ErrorKind::Cancelled)
        co_return started;
    if (!started)
        co_return Error{started.error().kind, "the worker " + worker->name() + ": " + m_context.cleaned(started.error().text),
                        started.error().detail};
    co_return started;
}

Task<Result<void>> RunWorkers::startAll()
{
    std::optional<Error> error;
    Scope starting(m_context.loop);
    for (const auto &plan : m_context.scenario.workers) {
        if (!plan.processOf.empty())
            continue;
        auto *worker = &add(plan.name, plan.skew);
        starting.start(collect(start(worker), &error));
        co_await starting.whenAtMost(startAtOnce - 1);
    }
    co_await starting.whenIdle();
    co_return error ? Result<void>(*error) : Result<void>();
}

Task<Result<RunWorker *>> RunWorkers::startFresh()
{
    auto *fresh = &add(freshName, Milliseconds(0));
    auto starting = start(fresh);
    if (const auto started = co_await starting; !started)
        co_return started.error();
    co_return fresh;
}

Task<void> RunWorkers::warmUp()
{
    Scope warming(m_context.loop);
    for (const auto &worker : m_workers)
        warming.start(warmUp(worker.get(), m_context.warmUpLock(worker->name())));
    co_await warming.whenIdle();
    if (m_namesAreInKeys)
        co_return;
    for (const auto &lock : m_context.locks) {
        auto learning = warmUp(m_workers.front().get(), lock);
        co_await learning;
    }
}

Task<RunWorker::Answer> RunWorkers::inTime(RunWorker *worker, std::string request, Waiting<RunWorker::Answer> answer)
{
    const auto limit = m_context.options.answerLimit;
    auto answering = answerWithin(std::move(answer), m_context.clock.after(limit), &m_context.loop);
    auto got = co_await answering;
    if (!got)
        refuse(*worker, " did not answer \"" + request + "\" within " + durationText(limit));
    else if (!*got)
        refuse(*worker, " died before it answered \"" + request + "\": " + worker->end());
    co_return got ? *std::move(got) : std::nullopt;
}

void RunWorkers::refuse(const RunWorker &worker, const std::string &what)
{
    m_context.stop({ErrorKind::Protocol, "the worker " + worker.name() + what, {}});
}

Task<void> RunWorkers::warmUp(RunWorker *worker, std::string lock)
{
    const auto before = worker->requestsSeen();
    auto acquiring = inTime(worker, "acquire", worker->acquire({lock}, Milliseconds(0), m_context.scenario.lease));
    const auto acquired = co_await acquiring;
    if (!acquired)
        co_return;
    if (std::holds_alternative<worker::Ok>(*acquired) && worker->requestsSeen() == before)
        refuse(*worker, " says that it holds a lock, but never used the address that it was given");
    noteWarmUp(*worker, *acquired, lock);
    auto probing = inTime(worker, "probe", worker->probe({lock})); // its answer must fit, as the next one
    if (const auto probed = co_await probing; !probed)
        co_return;
    const auto *plan = findWorker(m_context.scenario, worker->name());
    if (plan && plan->extends) {
        auto extending = inTime(worker, "extend", worker->extend({lock}, *plan->extends));
        if (const auto extended = co_await extending; !extended)
            co_return;
    }
    auto releasing = inTime(worker, "release", worker->release({lock}));
    if (const auto released = co_await releasing; !released)
        co_return;
    auto again = inTime(worker, "probe", worker->probe({lock}));
    [[maybe_unused]] const auto probed = co_await again;
}

// Nobody else uses the lock, and there are no faults yet.
void RunWorkers::noteWarmUp(const RunWorker &worker, const worker::Answer &acquired, const std::string &lock)
{
    const auto *const ok = std::get_if<worker::Ok>(&acquired);
    const auto *const err = std::get_if<worker::Err>(&acquired);
    if (ok && !ok->key.empty())
        m_namesAreInKeys = m_servers.nameKey(ok->key, lock) && m_namesAreInKeys;
    if (err && err->definite)
        refuse(worker, " cannot take a lock that nobody holds: " + err->code + (err->text.empty() ? "" : ", " + err->text));
}

void RunWorkers::heal()
{
    for (const auto &worker : m_workers) {
        worker->pass();
        if (worker->isPaused())
            worker->resume();
    }
}

Task<void> RunWorkers::sayBye()
{
    for (const auto &worker : m_workers)
        worker->bye();
    const auto end = m_context.clock.now() + byeLimit;
    while (m_context.clock.now() < end
           && std::any_of(m_workers.begin(), m_workers.end(), [](const auto &worker) { return worker->isReady() && worker->isAlive(); })) {
        auto pause = m_context.clock.after(Milliseconds(2));
        co_await pause;
    }
    for (const auto &worker : m_workers)
        worker->kill();
}

} // namespace lockcore
