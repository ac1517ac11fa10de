// SPDX-License-Identifier: MIT
// Counts waiters, if a library's waiters subscribe to a channel. No message reports a new waiter, so a few locks at a time are asked for.
// NUMSUB does not count our own PSUBSCRIBE. Questions that cost the server too much become smaller and then rare; they stop only if they
// are not permitted. Every question includes the selected lock: one or two channels cost next to nothing.
#pragma once

#include "lockcore/monitor/watch/session_report.h"

namespace lockcore {

class WaiterPoll
{
public:
    WaiterPoll(const SessionParts &parts, Connection &connection, SessionReport &report, const Opened &opened)
        : m_parts(parts)
        , m_connection(connection)
        , m_report(report)
        , m_question(opened.sharded() ? "SHARDNUMSUB" : "NUMSUB")
    { }

    /// Asks for all locks repeatedly. Ends with a report if that is not permitted. Error: the connection.
    Task<Result<void>> run();

    /// Asks for all locks once, or until the cost is too high.
    Task<Result<void>> once();

private:
    struct Question
    {
        LockId id;
        std::size_t channels;
    };
    /// The server's time for one answer; none: nothing was asked, or the server was busy.
    struct Cost
    {
        std::optional<Microseconds> time;
        std::size_t locks = 0; ///< number of locks in the question
    };

    Task<Result<void>> turn();
    Task<Result<void>> step();
    Task<Result<Cost>> ask(std::vector<LockId> ids);
    void take(const std::vector<Question> &questions, const Reply &counts, ServerTime at);
    std::vector<LockId> next();
    void note(Microseconds time, std::size_t locks);

    const SessionParts &m_parts;
    Connection &m_connection;
    SessionReport &m_report;
    const std::string_view m_question; ///< NUMSUB or SHARDNUMSUB
    std::vector<LockId> m_queue;
    std::size_t m_chunk = mostChunk;
    int m_dearInARow = 0; ///< expensive answers to the smallest question, in a row
    Duration m_pause{};   ///< before the next question, because questions are expensive; 0: they are not
    Moment m_notBefore{}; ///< earliest time of the next round
    std::optional<Error> m_refused;

    static constexpr std::size_t mostChunk = 500;
};

} // namespace lockcore
