// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/worker_conduct.h"

#include <algorithm>

namespace lockcore {

namespace {

std::string inQuotes(std::string_view word) { return '"' + std::string(word) + '"'; }

std::string shownMessage(const worker::Message &message) { return worker::shownLine(lineOf(message)); }

std::string versionText(const std::optional<std::int64_t> &version) { return version ? std::to_string(*version) : "none"; }

/// The word of a request that expects an answer.
struct WordOf
{
    std::string_view operator()(const worker::Acquire &) const { return wordOf(entry::Request::Acquire); }
    std::string_view operator()(const worker::Release &) const { return wordOf(entry::Request::Release); }
    std::string_view operator()(const worker::Extend &) const { return wordOf(entry::Request::Extend); }
    std::string_view operator()(const worker::Probe &) const { return wordOf(entry::Request::Probe); }
    std::string_view operator()(const worker::Work &) const { return wordOf(entry::Request::Work); }
    std::string_view operator()(const worker::Stall &) const { return wordOf(entry::Request::Stall); }
    std::string_view operator()(const worker::Throw &) const { return wordOf(entry::Request::Throw); }
    std::string_view operator()(const worker::BadRequest &) const { return "an unknown request"; }
    template <class Any>
    std::string_view operator()(const Any &) const
    {
        return {};
    }
};

} // namespace

void WorkerConduct::begin(const worker::HelloOk &greeting)
{
    *this = WorkerConduct();
    m_fences = greeting.can(wordOf(Capability::Fencing));
    m_belief.begin(greeting);
}

void WorkerConduct::sent(const worker::Request &request, Microseconds at)
{
    m_belief.sent(request, at);
    if (const auto *answer = std::get_if<worker::ResourceAnswer>(&request))
        return answered(*answer);
    if (const auto id = worker::idOf(request))
        m_open[*id] = std::visit(WordOf(), request);
    if (const auto *acquire = std::get_if<worker::Acquire>(&request); acquire && acquire->mode == entry::Mode::Read)
        m_read.insert(acquire->lock);
    if (const auto *work = std::get_if<worker::Work>(&request))
        m_works[work->id] = {work->lock, work->owner, work->steps, 0, false, {}};
}

// Handles the answer to the last call with this id.
void WorkerConduct::answered(const worker::ResourceAnswer &answer)
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
        m_versions[{work.lock, work.owner}] = answer.value;
}

std::string WorkerConduct::take(const worker::Answer &answer, Microseconds at)
{
    if (std::holds_alternative<worker::HelloOk>(answer))
        return "The worker said \"hello_ok\" twice.";
    const auto re = worker::idOf(answer);
    if (!re) // an error about a line that the worker could not read
        return {};
    auto mistake = mistakeIn(answer, *re);
    if (mistake.empty())
        mistake = m_belief.take(answer, at);
    if (mistake.empty()) {
        m_answered.insert(m_open.extract(*re));
        m_works.erase(*re);
    }
    return mistake;
}

std::string WorkerConduct::mistakeIn(const worker::Answer &answer, worker::Id re) const
{
    if (const auto before = m_answered.find(re); before != m_answered.end())
        return "The worker answered " + inQuotes(before->second) + " twice; the second time: " + shownMessage(answer) + '.';
    const auto request = m_open.find(re);
    if (request == m_open.end())
        return "The worker answered a request that it was not sent: " + shownMessage(answer) + '.';
    const auto word = request->second;
    const bool isProbe = word == wordOf(entry::Request::Probe);
    const bool fits = std::holds_alternative<worker::Err>(answer) || std::holds_alternative<worker::Held>(answer) == isProbe;
    if (!fits)
        return "The worker's answer to " + inQuotes(word) + " must be " + (isProbe ? "\"held\"" : "\"ok\" or \"no\"") + ", but it is "
               + shownMessage(answer) + '.';
    const auto *ok = std::get_if<worker::Ok>(&answer);
    if (ok && m_fences && !ok->token && word == wordOf(entry::Request::Acquire))
        return "The worker has the capability \"fencing\", but its \"ok\" to an \"acquire\" has no \"token\": " + shownMessage(answer)
               + '.';
    const auto work = m_works.find(re);
    return work == m_works.end() ? std::string() : mistakeIn(work->second, answer);
}

std::string WorkerConduct::mistakeIn(const Work &work, const worker::Answer &answer) const
{
    if (!std::holds_alternative<worker::Ok>(answer))
        return {};
    if (work.refused)
        return "The worker answered \"work\" by \"ok\", though a \"res\" of it was refused.";
    if (work.done < work.steps.size())
        return "The worker answered \"work\" by \"ok\" after " + std::to_string(work.done) + " of its " + std::to_string(work.steps.size())
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

worker::Owner WorkerConduct::ownerOf(worker::Id work) const
{
    const auto found = m_works.find(work);
    return found == m_works.end() ? worker::Owner() : found->second.owner;
}

std::string WorkerConduct::mistakeIn(const Work &work, const worker::ResourceCall &call) const
{
    if (call.lock != work.lock)
        return "The worker wrote a \"res\" for another lock than that of its work, " + inQuotes(escaped(work.lock)) + ": "
               + shownMessage(call) + '.';
    if (!call.owner.empty() && call.owner != work.owner)
        return "The worker wrote a \"res\" for another owner than that of its work, " + inQuotes(escaped(work.owner)) + ": "
               + shownMessage(call) + '.';
    if (call.mode == entry::Mode::Read && !m_read.contains(work.lock))
        return "The worker wrote a \"res\" with mode r, but was never asked to acquire that lock as a reader: " + shownMessage(call) + '.';
    if (work.calling)
        return "The worker wrote a \"res\" before its last one was answered: " + shownMessage(call) + '.';
    if (work.refused)
        return "The worker went on after a \"res\" that was refused: " + shownMessage(call) + '.';
    if (work.done == work.steps.size())
        return "The worker wrote a \"res\" though all steps of its work are done: " + shownMessage(call) + '.';
    if (const auto next = work.steps[work.done]; call.step != next)
        return "The worker left out " + inQuotes(wordOf(next)) + ", the next step of its work: " + shownMessage(call) + '.';
    const auto read = m_versions.find({work.lock, work.owner});
    if (call.step == entry::Step::Write && read != m_versions.end() && call.value != read->second)
        return "\"write\" must carry the value that \"read\" got, " + versionText(read->second) + ", but the worker's carries "
               + versionText(call.value) + '.';
    return {};
}

} // namespace lockcore
