// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/waiter_poll.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto mostCost = 2ms; // server time for one question
constexpr std::size_t leastChunk = 20;
constexpr int mostDearInARow = 3; // a single slow answer may only mean that the server's process had to wait for its turn
constexpr Duration betweenSteps = 200ms;
constexpr Duration betweenCycles = 1s;
constexpr Duration longestPause = 1min;

} // namespace

Task<Result<void>> WaiterPoll::run()
{
    while (!m_refused) {
        const auto result = co_await turn();
        if (!result)
            co_return result.error();
        m_parts.store.noteChange();
        co_await m_parts.clock.after(m_queue.empty() || m_pause > 0s ? betweenCycles : betweenSteps);
    }
    m_report.add(noticeOfRefused(*m_refused, "PUBSUB " + std::string(m_question)));
    co_return Result<void>();
}

Task<Result<void>> WaiterPoll::once()
{
    m_queue = m_parts.store.table().countedByChannels();
    while (!m_queue.empty() && !m_refused && m_pause == 0s) {
        const auto result = co_await step();
        if (!result)
            co_return result.error();
    }
    if (m_refused)
        m_report.add(noticeOfRefused(*m_refused, "PUBSUB " + std::string(m_question)));
    co_return Result<void>();
}

Task<Result<void>> WaiterPoll::turn()
{
    if (m_parts.store.selected) {
        std::vector<LockId> selected{*m_parts.store.selected};
        const auto asked = co_await ask(std::move(selected));
        if (!asked)
            co_return asked.error();
    }
    if (m_refused || m_parts.clock.now() < m_notBefore)
        co_return Result<void>();
    if (m_queue.empty())
        m_queue = m_parts.store.table().countedByChannels();
    co_return co_await step();
}

// Asks for the next few locks.
Task<Result<void>> WaiterPoll::step()
{
    auto ids = next();
    const auto cost = co_await ask(std::move(ids));
    if (!cost)
        co_return cost.error();
    if (cost->time)
        note(*cost->time, cost->locks);
    co_return Result<void>();
}

std::vector<LockId> WaiterPoll::next()
{
    const auto from = m_queue.end() - static_cast<std::ptrdiff_t>(std::min(m_chunk, m_queue.size()));
    std::vector<LockId> ids(std::make_move_iterator(from), std::make_move_iterator(m_queue.end()));
    m_queue.erase(from, m_queue.end());
    return ids;
}

// A smaller question costs less, unless many channels or a busy machine make all questions slow. Both may pass.
void WaiterPoll::note(Microseconds time, std::size_t locks)
{
    if (time <= mostCost) {
        m_dearInARow = 0;
        m_pause = 0s;
        m_chunk = std::min(mostChunk, m_chunk + m_chunk / 4);
    } else {
        m_dearInARow = locks <= leastChunk ? m_dearInARow + 1 : 0;
        m_chunk = std::max(leastChunk, locks / 2);
        if (m_dearInARow >= mostDearInARow)
            m_pause = std::clamp(m_pause * 2, betweenCycles, longestPause);
    }
    m_notBefore = m_parts.clock.now() + m_pause;
    m_report.setWaitersDear(m_pause > 0s);
}

// The cost is measured by the server's clock: a round trip would include its other clients, the network and our own delays.
Task<Result<WaiterPoll::Cost>> WaiterPoll::ask(std::vector<LockId> ids)
{
    std::vector<Question> questions;
    Args command = {"PUBSUB", Bytes(m_question)};
    for (auto &id : ids) {
        const auto channels = m_parts.store.table().waitChannelsOf(id);
        if (channels.empty()) // all of them are gone
            continue;
        questions.push_back({std::move(id), channels.size()});
        command.insert(command.end(), channels.begin(), channels.end());
    }
    if (questions.empty())
        co_return Cost();
    const auto at = m_parts.serverNow();
    Batch batch;
    batch.add({"TIME"});
    batch.add(command);
    batch.add({"TIME"});
    const auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    const auto &counts = replies->at(1);
    if (counts.isError()) {
        if (auto error = counts.toError(); !isBusy(error))
            m_refused = std::move(error);
        co_return Cost();
    }
    take(questions, counts, at);
    const auto time = timeFrom(replies->at(2).elements) - timeFrom(replies->at(0).elements);
    co_return Cost{time, questions.size()};
}

void WaiterPoll::take(const std::vector<Question> &questions, const Reply &counts, ServerTime at)
{
    std::size_t next = 1; // the reply alternates channel and count
    for (const auto &[id, channels] : questions) {
        Waiters waiters;
        waiters.knowledge = Waiters::Knowledge::AtLeast;
        waiters.asOf = at;
        waiters.why = "subscribers of its release channel: one for each client instance, however many of its threads wait";
        for (std::size_t i = 0; i < channels && next < counts.elements.size(); ++i, next += 2)
            waiters.count += counts.elements[next].toInteger().value_or(0);
        m_parts.store.table().setWaiters(id, std::move(waiters));
    }
}

} // namespace lockcore
