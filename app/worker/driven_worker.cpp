// SPDX-License-Identifier: MIT
#include "app/worker/driven_worker.h"

#include "lockcore/base/duration.h"

#include <sys/wait.h>

namespace lockscope {

using namespace lockcore;

namespace {

Microseconds now() { return std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now().time_since_epoch()); }

} // namespace

DrivenWorker::DrivenWorker(const std::vector<std::string> &command)
    : m_process({command, std::chrono::seconds(10)})
{
    m_timer.setSingleShot(true);
    const auto changed = [this] { m_change.complete(); };
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, changed);
    QObject::connect(&m_process, &WorkerProcess::paused, &m_timer, changed);
    QObject::connect(&m_process, &WorkerProcess::greeted, &m_timer, [this](const worker::HelloOk &greeting) {
        m_conduct.begin(greeting);
        m_greeted = true;
        m_change.complete();
    });
    QObject::connect(&m_process, &WorkerProcess::received, &m_timer, [this](const worker::Message &message) { take(message); });
    QObject::connect(&m_process, &WorkerProcess::failed, &m_timer, [this](const Error &error) {
        m_failure = error;
        m_change.complete();
    });
    QObject::connect(&m_process, &WorkerProcess::ended, &m_timer, [this](int status) {
        m_exitStatus = status;
        m_change.complete();
    });
}

Task<std::optional<Error>> DrivenWorker::greet(worker::Hello hello)
{
    if (const auto started = m_process.start(hello); !started)
        co_return started.error();
    const std::function<bool()> greeted = [this] { return m_greeted; };
    co_await until(greeted, std::chrono::minutes(1)); // only a fallback: the process has its own limit
    co_return m_greeted ? std::nullopt : m_failure;
}

Task<bool> DrivenWorker::until(std::function<bool()> condition, Milliseconds limit)
{
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        const auto left = std::chrono::ceil<Milliseconds>(end - std::chrono::steady_clock::now());
        if (left <= Milliseconds::zero() || !m_process.isRunning())
            co_return false;
        co_await change(left);
    }
    co_return true;
}

Waiting<void> DrivenWorker::change(Milliseconds most)
{
    m_change = Completion<void>();
    m_timer.start(most);
    return m_change.waiting();
}

Task<std::optional<worker::Answer>> DrivenWorker::answer(worker::Id id, Milliseconds limit)
{
    const std::function<bool()> came = [this, id] { return m_answers.contains(id); };
    if (!co_await until(came, limit))
        co_return std::nullopt;
    co_return m_answers.extract(id).mapped();
}

Task<std::optional<worker::ResourceCall>> DrivenWorker::nextCall()
{
    const std::function<bool()> came = [this] { return !m_calls.empty(); };
    if (!co_await until(came))
        co_return std::nullopt;
    auto call = m_calls.front();
    m_calls.erase(m_calls.begin());
    co_return call;
}

void DrivenWorker::sendAs(const worker::Request &request, const std::string &line)
{
    m_conduct.sent(request, now());
    m_process.sendLine(line);
}

void DrivenWorker::take(const worker::Message &message)
{
    if (!isProper(message))
        return;
    if (const auto *answer = std::get_if<worker::Answer>(&message)) {
        if (const auto id = worker::idOf(*answer))
            m_answers.insert_or_assign(*id, *answer);
    } else if (const auto *call = std::get_if<worker::ResourceCall>(&message)) {
        m_calls.push_back(*call);
    } else {
        const auto &event = std::get<worker::Event>(message);
        m_conduct.take(event);
        m_renewals += std::holds_alternative<worker::Renewed>(event) ? 1 : 0;
        m_losses += std::holds_alternative<worker::Lost>(event) ? 1 : 0;
    }
    m_change.complete();
}

bool DrivenWorker::isProper(const worker::Message &message)
{
    std::string mistake;
    if (const auto *answer = std::get_if<worker::Answer>(&message))
        mistake = m_conduct.take(*answer, now());
    else if (const auto *call = std::get_if<worker::ResourceCall>(&message))
        mistake = m_conduct.take(*call);
    if (!mistake.empty())
        m_process.refuse(mistake);
    return mistake.empty();
}

std::string DrivenWorker::silence(const std::string &about) const
{
    if (m_failure)
        return m_failure->text;
    if (m_exitStatus && WIFSIGNALED(*m_exitStatus))
        return "The worker ended by signal " + std::to_string(WTERMSIG(*m_exitStatus)) + " instead of answering " + about + '.';
    if (m_exitStatus)
        return "The worker ended with exit code " + std::to_string(WEXITSTATUS(*m_exitStatus)) + " instead of answering " + about + '.';
    return "The worker did not answer " + about + " in time (" + durationText(usualLimit) + ").";
}

} // namespace lockscope
