// SPDX-License-Identifier: MIT
// Notices what exchanges the data without a message for each key: SWAPDB, a full synchronisation, a promotion. INFO's counters show that it
// may have happened; then everything is read again. They also show that keys were moved here with their slot. One thread.
#pragma once

#include "lockcore/monitor/watch/session_report.h"

#include <functional>

namespace lockcore {

/// What INFO counts of such commands, and whose data it is.
struct DataCounters
{
    std::int64_t exchanges = 0; ///< calls of SWAPDB and DEBUG, in any database, in scripts too
    std::int64_t infos = 0;     ///< calls of INFO: fewer than before only after CONFIG RESETSTAT
    std::string replicationId;  ///< changes with a full synchronisation and with a promotion
    std::int64_t imports = 0;   ///< keys that were moved here from another node of a cluster
    bool operator==(const DataCounters &) const = default;

    static DataCounters from(const Info &commandStats, const Info &replication);
};

/// Does a counter say that the data was exchanged, or a command was used that may do so?
bool isExchange(const DataCounters &before, const DataCounters &now);

/// May it have been, because the counters were set back?
bool mayHaveBeenExchanged(const DataCounters &before, const DataCounters &now);

class DatasetSwapDetector
{
public:
    /// `suspected` is called when everything must be read again; the WatchList knows it by then.
    DatasetSwapDetector(const SessionParts &parts, Connection &connection, SessionReport &report, std::function<void()> suspected)
        : m_parts(parts)
        , m_connection(connection)
        , m_report(report)
        , m_suspected(std::move(suspected))
    { }

    /// Asks every two seconds, or every ten while INFO is not permitted. Ends with an error only: the connection.
    Task<Result<void>> run();

    /// Asks now, so that what was read without a message of a change is judged as what it is: other data, perhaps. Error: the connection.
    Task<Result<void>> ask();

private:
    void note(DataCounters now);
    void doubtData();

    const SessionParts &m_parts;
    Connection &m_connection;
    SessionReport &m_report;
    const std::function<void()> m_suspected;
    std::optional<DataCounters> m_before;
    bool m_permitted = true;
};

} // namespace lockcore
