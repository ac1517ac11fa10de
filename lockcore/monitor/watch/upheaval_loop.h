// SPDX-License-Identifier: MIT
// Notices what exchanges the data without a message for each key: SWAPDB, a full synchronisation, a promotion. INFO's counters show that it
// may have happened; then everything is read again. One thread.
#pragma once

#include "lockcore/monitor/watch/feed.h"
#include "lockcore/monitor/watch/session_parts.h"
#include "lockcore/monitor/watch/sweep_loop.h"

namespace lockcore {

/// What INFO counts of such commands, and whose data it is.
struct DataCounters
{
    std::int64_t exchanges = 0; ///< calls of SWAPDB and DEBUG, in any database, in scripts too
    std::int64_t infos = 0;     ///< calls of INFO: fewer than before only after CONFIG RESETSTAT
    std::string replicationId;  ///< changes with a full synchronisation and with a promotion
    bool operator==(const DataCounters &) const = default;

    static DataCounters from(const Info &commandStats, const Info &replication);
};

/// Does a counter say that the data was exchanged, or a command was used that may do so?
bool isExchange(const DataCounters &before, const DataCounters &now);

/// May it have been, because the counters were set back?
bool mayHaveBeenExchanged(const DataCounters &before, const DataCounters &now);

class UpheavalLoop
{
public:
    UpheavalLoop(const SessionParts &parts, Connection &connection, Feed &feed, SweepLoop &sweeps, SessionReport &report)
        : m_parts(parts)
        , m_connection(connection)
        , m_feed(feed)
        , m_sweeps(sweeps)
        , m_report(report)
    { }

    /// Ends with an error (the connection), or when INFO is not permitted.
    Task<Result<void>> run();

private:
    Task<Result<Replies>> ask();
    void noteExchange();
    void readEverythingAgain();

    const SessionParts &m_parts;
    Connection &m_connection;
    Feed &m_feed;
    SweepLoop &m_sweeps;
    SessionReport &m_report;
};

} // namespace lockcore
