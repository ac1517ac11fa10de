// SPDX-License-Identifier: MIT
// The first questions on a new connection: the kind of server, what a restart would lose, which libraries have loaded their scripts, which
// locks have waiters. Changes nothing on the server. One thread.
#pragma once

#include "lockcore/monitor/reading/fingerprints.h"
#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/monitor/watch/monitor_options.h"

namespace lockcore {

/// The results of the first questions.
struct Opened
{
    ServerCheck check;
    Microseconds roundTrip{};              ///< of an idle connection
    Libraries fingerprints;                ///< libraries whose scripts the server has loaded
    bool knowsScripts = false;             ///< the user may ask for scripts
    std::set<Bytes, std::less<>> channels; ///< of release announcements
    bool freeStrings = false;              ///< strings under any name are read, even if it does not suggest a lock
    std::vector<Notice> notices;           ///< in addition to those of the check

    bool sharded() const { return check.facts.mode == "cluster" && check.atLeast(7, 0); }
};

class Opening
{
public:
    /// The connection must be open.
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
