// SPDX-License-Identifier: MIT
// Counts waiters, if a library's waiters subscribe to a channel. No message reports a new waiter, so a few locks at a time are asked.
// NUMSUB does not count our own PSUBSCRIBE. It stops if the questions cost the server too much or are not permitted.
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
        , m_roundTrip(opened.roundTrip)
        , m_question(opened.sharded() ? "SHARDNUMSUB" : "NUMSUB")
    { }

    /// Asks for all locks again and again, and reports why if it stops. Error: the connection.
    Task<Result<void>> run();

    /// Asks for all of them once.
    Task<Result<void>> once();

private:
    static constexpr std::size_t mostChunk = 500;

    Task<Result<bool>> step();
    void refill();
    bool affordable(Duration cost);
    Notice whyStopped() const;

    const SessionParts &m_parts;
    Connection &m_connection;
    SessionReport &m_report;
    const Microseconds m_roundTrip;
    const std::string_view m_question; ///< NUMSUB or SHARDNUMSUB
    std::vector<LockId> m_queue;
    std::size_t m_chunk = mostChunk;
    int m_dearInARow = 0; ///< replies to the smallest questions
    std::optional<Error> m_refused;
};

} // namespace lockcore
