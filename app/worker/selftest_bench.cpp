// SPDX-License-Identifier: MIT
#include "app/worker/selftest_bench.h"

#include "app/command/standard_output.h"
#include "app/worker/selftest_answers.h"
#include "lockcore/base/bytes.h"
#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/runs/selftest_run.h"

#include <algorithm>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr Milliseconds slowProbe = 1s; // the Lab would not wait this long for a probe

} // namespace

void printLine(const std::string &line) { writeAll(STDOUT_FILENO, line + '\n'); }

SelftestBench::SelftestBench(std::vector<std::string> command, Store store)
    : m_command(std::move(command))
    , m_server(SelftestServer::create(store, m_loop, m_clock))
    , m_storeName(nameOf(store))
{ }

Task<bool> SelftestBench::openServer()
{
    auto opening = m_server->open();
    const auto opened = co_await opening;
    co_return opened.ok() || wrong("The self-test has no " + m_storeName + " server: " + opened.error().text + '.');
}

Task<bool> SelftestBench::start(std::unique_ptr<DrivenWorker> *worker)
{
    *worker = std::make_unique<DrivenWorker>(m_command);
    const auto failure = co_await (*worker)->greet(hello());
    m_greeting = (*worker)->process().greeting();
    co_return !failure || wrong(failure->text, worker->get());
}

Task<bool> SelftestBench::startA() { return start(&m_a); }

Task<bool> SelftestBench::startB() { return start(&m_b); }

Task<std::optional<Error>> SelftestBench::greetB(worker::Hello hello)
{
    m_b = std::make_unique<DrivenWorker>(m_command);
    return m_b->greet(std::move(hello));
}

void SelftestBench::endWorkers()
{
    for (auto *const worker : {a(), b()}) {
        if (worker && !worker->brokenRule().empty() && worker->brokenRule() != m_lastSentence)
            wrong(worker->brokenRule(), worker);
    }
    m_a.reset();
    m_b.reset();
}

worker::Hello SelftestBench::hello() const
{
    worker::Hello hello;
    hello.worker = "selftest";
    hello.seed = 1;
    hello.servers = {m_server->address()};
    hello.options.defaultLease = 2s;
    return hello;
}

Milliseconds SelftestBench::lease() const
{
    const auto step = std::max(m_greeting.leaseStep, 1ms);
    const auto lease = std::max(m_greeting.minLease, Milliseconds(1min)); // long enough not to end during a check
    return (lease + step - 1ms) / step * step;
}

worker::Acquire SelftestBench::tryOf(const std::string &lock)
{
    worker::Acquire acquire;
    acquire.id = newId();
    acquire.lock = lock;
    acquire.wait = 0ms;
    if (!m_greeting.sessionLease)
        acquire.lease = lease();
    return acquire;
}

worker::Release SelftestBench::releaseOf(const std::string &lock, const worker::Owner &owner) { return {newId(), lock, owner}; }

Task<SelftestBench::Answer> SelftestBench::ask(DrivenWorker *worker, worker::Request request, std::string about)
{
    worker->send(request);
    auto answering = worker->answer(worker::idOf(request).value_or(0));
    auto answer = co_await answering;
    if (!answer)
        isSilent(worker, about);
    co_return answer;
}

Task<std::optional<worker::Ok>> SelftestBench::grant(DrivenWorker *worker, worker::Acquire request)
{
    const auto answer = co_await ask(worker, request, "\"acquire\"");
    if (answer && !okIn(answer))
        wrong("It did not acquire a lock that is free: " + shown(*answer) + '.');
    const auto *ok = okIn(answer);
    co_return ok ? std::optional(*ok) : std::nullopt;
}

Task<bool> SelftestBench::acquires(DrivenWorker *worker, worker::Acquire request)
{
    const auto granted = co_await grant(worker, request);
    co_return granted.has_value();
}

Task<bool> SelftestBench::releases(DrivenWorker *worker, worker::Release request)
{
    const auto answer = co_await ask(worker, request, "\"release\"");
    const auto *ok = okIn(answer);
    if (!answer)
        co_return false;
    if (!ok)
        co_return wrong("It did not release the lock that it held: " + shown(*answer) + '.');
    if (ok->count.value_or(0) != 0)
        co_return wrong("After its only release it must hold nothing, count: 0 or none, but it answered " + shown(*answer) + '.');
    co_return true;
}

Task<bool> SelftestBench::believes(DrivenWorker *worker, std::string lock, bool expected, std::string when)
{
    const worker::Probe probe{newId(), lock, {}};
    const auto asked = m_clock.now();
    const auto answer = co_await ask(worker, probe, "\"probe\" " + when);
    const auto *held = answer ? std::get_if<worker::Held>(&*answer) : nullptr;
    if (!answer)
        co_return false;
    if (!held)
        co_return wrong("\"probe\" must be answered by \"held\", but the answer is " + shown(*answer) + '.');
    if (held->holding != expected)
        co_return wrong(std::string("\"probe\" must answer holding: ") + (expected ? "true " : "false ") + when + '.');
    const auto took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - asked);
    co_return took < slowProbe
        || wrong("It answered \"probe\" " + when + " after " + durationText(took) + ", but it must answer from memory, at once.");
}

bool SelftestBench::passed(const std::string &what) const
{
    printLine(std::string(selftest_line::passed) + what);
    return true;
}

bool SelftestBench::wrong(const std::string &sentence, DrivenWorker *worker)
{
    ++m_mistakes;
    m_lastSentence = sentence;
    printLine(std::string(selftest_line::wrong) + sentence);
    const auto errors = QByteArray::fromStdString(worker ? worker->process().errors() : std::string()).trimmed();
    constexpr qsizetype shownLines = 12;
    const auto lines = errors.isEmpty() ? QList<QByteArray>() : errors.split('\n');
    for (const auto &line : lines.mid(std::max(lines.size() - shownLines, qsizetype(0))))
        printLine(std::string(selftest_line::more) + "stderr: " + elidedInMiddle(escaped(line.toStdString()), 200));
    return false;
}

bool SelftestBench::isSilent(DrivenWorker *worker, const std::string &about) { return wrong(worker->silence(about), worker); }

void SelftestBench::warned(const std::string &of) const { printLine(std::string(selftest_line::warns) + of); }

void SelftestBench::skipped(const std::string &what) const { printLine(std::string(selftest_line::leftOut) + what); }

} // namespace lockscope
