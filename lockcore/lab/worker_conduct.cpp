// SPDX-License-Identifier: MIT
#include "lockcore/lab/worker_conduct.h"

#include <algorithm>

namespace lockcore {

namespace {

std::string inQuotes(std::string_view word) { return '"' + std::string(word) + '"'; }

std::string shownMessage(const worker::Message &message) { return worker::shownLine(lineOf(message)); }

std::string versionText(const std::optional<std::int64_t> &version) { return version ? std::to_string(*version) : "none"; }

/// None: of no request.
std::optional<worker::Id> numberIn(const worker::Answer &answer)
{
    return std::visit(
        [](const auto &any) -> std::optional<worker::Id> {
            if constexpr (requires { any.re; })
                return any.re;
            else
                return std::nullopt;
        },
        answer);
}

} // namespace

void WorkerConduct::begin() { *this = WorkerConduct(); }

void WorkerConduct::ask(worker::Id id, entry::Request what) { m_open[id] = what; }

void WorkerConduct::askWork(worker::Id id, const std::string &lock, std::vector<entry::Step> steps)
{
    ask(id, entry::Request::Work);
    m_works[id] = {lock, std::move(steps), 0, false, {}};
}

void WorkerConduct::reply(const worker::ResourceAnswer &answer)
{
    const auto found = std::ranges::find_if(m_works, [&](const auto &work) { return work.second.calling == answer.re; });
    if (found == m_works.end())
        return;
    auto &work = found->second;
    work.calling.reset();
    work.refused = !answer.accepted;
    if (work.refused)
        return;
    if (work.steps[work.done++] == entry::Step::Read)
        m_versions[work.lock] = answer.value;
}

std::string WorkerConduct::take(const worker::Answer &answer)
{
    if (std::holds_alternative<worker::HelloOk>(answer))
        return "The worker said \"hello_ok\" twice.";
    const auto re = numberIn(answer);
    if (!re) // an error about a line that it could not read
        return {};
    auto mistake = mistakeIn(answer, *re);
    if (mistake.empty()) {
        m_answered.insert(m_open.extract(*re));
        m_works.erase(*re);
    }
    return mistake;
}

std::string WorkerConduct::mistakeIn(const worker::Answer &answer, worker::Id re) const
{
    if (const auto before = m_answered.find(re); before != m_answered.end())
        return "The worker answered " + inQuotes(wordOf(before->second)) + " twice; the second time: " + shownMessage(answer) + '.';
    const auto request = m_open.find(re);
    if (request == m_open.end())
        return "The worker answered a request that it was not sent: " + shownMessage(answer) + '.';
    const bool isProbe = request->second == entry::Request::Probe;
    const bool fits = std::holds_alternative<worker::Err>(answer) || std::holds_alternative<worker::Held>(answer) == isProbe;
    if (!fits)
        return "The worker's answer to " + inQuotes(wordOf(request->second)) + " must be " + (isProbe ? "\"held\"" : "\"ok\" or \"no\"")
               + ", but it is " + shownMessage(answer) + '.';
    const auto work = m_works.find(re);
    if (work == m_works.end() || !std::holds_alternative<worker::Ok>(answer))
        return {};
    const auto &[lock, steps, done, refused, calling] = work->second;
    if (refused)
        return "The worker answered \"work\" by \"ok\", though a \"res\" of it was refused.";
    if (done < steps.size())
        return "The worker answered \"work\" by \"ok\" after " + std::to_string(done) + " of its " + std::to_string(steps.size())
               + " steps.";
    return {};
}

std::string WorkerConduct::take(const worker::ResourceCall &call)
{
    const auto work = m_works.find(call.work);
    if (work == m_works.end())
        return "The worker wrote a \"res\" for a \"work\" that is not open: " + shownMessage(call) + '.';
    auto mistake = mistakeIn(work->second, call);
    if (mistake.empty())
        work->second.calling = call.id;
    return mistake;
}

std::string WorkerConduct::mistakeIn(const Work &work, const worker::ResourceCall &call) const
{
    if (call.lock != work.lock)
        return "The worker wrote a \"res\" for another lock than that of its work, " + inQuotes(escaped(work.lock)) + ": "
               + shownMessage(call) + '.';
    if (work.calling)
        return "The worker wrote a \"res\" before its last one was answered: " + shownMessage(call) + '.';
    if (work.refused)
        return "The worker went on after a \"res\" that was refused: " + shownMessage(call) + '.';
    if (work.done == work.steps.size())
        return "The worker wrote a \"res\" though all steps of its work are done: " + shownMessage(call) + '.';
    if (const auto next = work.steps[work.done]; call.step != next)
        return "The worker left out " + inQuotes(wordOf(next)) + ", the next step of its work: " + shownMessage(call) + '.';
    const auto read = m_versions.find(work.lock);
    if (call.step == entry::Step::Write && read != m_versions.end() && call.value != read->second)
        return "\"write\" must carry the value that \"read\" got, " + versionText(read->second) + ", but the worker's carries "
               + versionText(call.value) + '.';
    return {};
}

} // namespace lockcore
