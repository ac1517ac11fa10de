// SPDX-License-Identifier: MIT
// Notices an exchange of the data that sends no message for each key: SWAPDB, a full synchronisation, a promotion. INFO's counters show
// that one may have happened; then everything is read again. They also show that keys were moved here with their slot. One thread.
#pragma once

#include "lockcore/monitor/watch/session_report.h"

#include <functional>

namespace lockcore {

/// Counters of INFO that show whether the data was exchanged.
struct DataCounters
{
    std::int64_t exchanges = 0; ///< calls of SWAPDB and DEBUG in any database, also from scripts
    std::int64_t infos = 0;     ///< calls of INFO: fewer than before only after CONFIG RESETSTAT
    std::string replicationId;  ///< changes with a full synchronisation and with a promotion
    std::int64_t imports = 0;   ///< calls of RESTORE, with which keys move here from another node of a cluster
    bool operator==(const DataCounters &) const = default;

    static DataCounters from(const Info &commandStats, const Info &replication);
};

/// Whether the counters show an exchange of the data, or a command that can cause one.
bool isExchange(const DataCounters &before, const DataCounters &now);

/// The same, or the counters were reset and may hide an exchange.
bool mayHaveBeenExchanged(const DataCounters &before, const DataCounters &now);

class DatasetSwapDetector
{
public:
    /// `suspected` is called after the WatchList has marked every key for reading.
    DatasetSwapDetector(const SessionParts &parts, Connection &connection, SessionReport &report, std::function<void()> suspected)
        : m_parts(parts)
        , m_connection(connection)
        , m_report(report)
        , m_suspected(std::move(suspected))
    { }

    /// Asks every two seconds, or every ten while INFO is not permitted. Ends only with an error: the connection was lost.
    Task<Result<void>> run();

    /// Asks now. Call it before a changed look without a message is judged, because the look may show exchanged data. Error: the
    /// connection.
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
