// SPDX-License-Identifier: MIT
// Counts waiters, if a library's waiters subscribe to a channel. No message reports a new waiter, so a few locks at a time are
// asked. NUMSUB does not count our own PSUBSCRIBE. Questions that cost the server too much stop.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/watch/lock_table.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

class WaiterPoll
{
public:
    WaiterPoll(Connection &connection, LockTable &table, Clock &clock, bool sharded);

    /// Asks for the next few locks. False: it costs too much or is not permitted; do not call again.
    Task<Result<bool>> step(ServerTime now, Microseconds roundTrip);

    /// Why it may not be called again.
    Notice notice() const;

    /// Asks for all of them once.
    Task<Result<bool>> all(ServerTime now, Microseconds roundTrip);

    bool cycleDone() const { return m_queue.empty(); }

private:
    static constexpr std::size_t mostChunk = 500;

    void refill();
    bool affordable(Duration cost);

    Connection &m_connection;
    LockTable &m_table;
    Clock &m_clock;
    const std::string_view m_question; ///< NUMSUB or SHARDNUMSUB
    std::vector<LockId> m_queue;
    std::size_t m_chunk = mostChunk;
    int m_dearInARow = 0; ///< replies to the smallest questions
    bool m_refused = false;
};

} // namespace lockcore
