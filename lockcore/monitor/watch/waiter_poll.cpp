// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/waiter_poll.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto mostCost = 2ms; // the limit of the server's time for one question
constexpr std::size_t leastChunk = 20;
constexpr int mostDearInARow = 3; // an answer may have waited for another client's command
constexpr Duration betweenSteps = 200ms;
constexpr Duration betweenCycles = 1s;

} // namespace

Task<Result<void>> WaiterPoll::run()
{
    for (;;) {
        const auto result = co_await step();
        if (!result)
            co_return result.error();
        if (!*result) {
            m_report.add(whyStopped());
            co_return Result<void>();
        }
        m_parts.board.noteChange();
        co_await m_parts.clock.after(m_queue.empty() ? betweenCycles : betweenSteps);
    }
}

Task<Result<void>> WaiterPoll::once()
{
    refill();
    while (!m_queue.empty()) {
        const auto result = co_await step();
        if (!result)
            co_return result.error();
        if (!*result) {
            m_report.add(whyStopped());
            break;
        }
    }
    co_return Result<void>();
}

void WaiterPoll::refill() { m_queue = m_parts.board.table().countedByChannels(); }

// Smaller questions cost less, unless the number of channels makes them expensive.
bool WaiterPoll::affordable(Duration cost)
{
    if (cost <= mostCost) {
        m_dearInARow = 0;
        m_chunk = std::min(mostChunk, m_chunk + m_chunk / 4);
        return true;
    }
    m_dearInARow = m_chunk == leastChunk ? m_dearInARow + 1 : 0;
    m_chunk = std::max(leastChunk, m_chunk / 2);
    return m_dearInARow < mostDearInARow;
}

Notice WaiterPoll::whyStopped() const
{
    if (m_refused)
        return noticeOfRefused(*m_refused, "PUBSUB " + std::string(m_question));
    return {Notice::Kind::WaitersNotPolled, {}};
}

// Asks for the next few locks. False: it costs too much or is not permitted.
Task<Result<bool>> WaiterPoll::step()
{
    auto &table = m_parts.board.table();
    const auto now = m_parts.serverNow();
    if (m_queue.empty())
        refill();
    struct Question
    {
        LockId id;
        std::size_t channels;
    };
    std::vector<Question> questions;
    Args command = {"PUBSUB", Bytes(m_question)};
    while (!m_queue.empty() && questions.size() < m_chunk) {
        auto id = std::move(m_queue.back());
        m_queue.pop_back();
        const auto channels = table.waitChannelsOf(id);
        if (channels.empty()) // it has gone
            continue;
        questions.push_back({std::move(id), channels.size()});
        command.insert(command.end(), channels.begin(), channels.end());
    }
    if (questions.empty())
        co_return true;
    const auto begin = m_parts.clock.now();
    const auto reply = co_await m_connection.command(command);
    if (!reply)
        co_return reply.error();
    if (reply->isError()) {
        if (auto error = reply->toError(); !isBusy(error))
            m_refused = std::move(error);
        co_return !m_refused;
    }
    if (!affordable(m_parts.clock.now() - begin - m_roundTrip))
        co_return false;

    std::size_t at = 1; // the reply alternates channel and count
    for (const auto &[id, channels] : questions) {
        Waiters waiters;
        waiters.knowledge = Waiters::Knowledge::AtLeast;
        waiters.asOf = now;
        waiters.why = "subscribers of its release channel: one for each client instance, however many of its threads wait";
        for (std::size_t i = 0; i < channels && at < reply->elements.size(); ++i, at += 2)
            waiters.count += reply->elements[at].toInteger().value_or(0);
        table.setWaiters(id, std::move(waiters));
    }
    co_return true;
}

} // namespace lockcore
