// SPDX-License-Identifier: MIT
// The first questions on a new connection: what the server is, what a restart would lose, which libraries have loaded their scripts
// there, who waits for which lock. Changes nothing on the server. One thread.
#pragma once

#include "lockcore/monitor/reading/fingerprints.h"
#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/monitor/watch/monitor_options.h"

namespace lockcore {

/// What the first questions have shown.
struct Opened
{
    ServerCheck check;
    Microseconds roundTrip{};              ///< of an idle connection
    Libraries fingerprints;                ///< libraries whose scripts the server has loaded
    bool knowsScripts = false;             ///< that question is permitted
    std::set<Bytes, std::less<>> channels; ///< of release announcements
    bool freeStrings = false;              ///< strings are read even if their name suggests nothing
    std::vector<Notice> notices;           ///< in addition to those of the check

    bool sharded() const { return check.facts.mode == "cluster" && check.atLeast(7, 0); }
};

class Opening
{
public:
    /// The connection is open.
    Opening(Connection &connection, const MonitorOptions &options, Clock &clock)
        : m_connection(connection)
        , m_options(options)
        , m_clock(clock)
    { }

    /// Call it once. Error: as of checkServer().
    Task<Result<Opened>> run();

private:
    Task<Result<void>> measureRoundTrip();
    Task<Result<void>> readFingerprints();
    Task<Result<void>> readChannels();
    void noteDenied(const Reply &reply, const char *command);

    Connection &m_connection;
    const MonitorOptions &m_options;
    Clock &m_clock;
    Opened m_opened;
};

} // namespace lockcore
