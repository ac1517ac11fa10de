// SPDX-License-Identifier: MIT
// Notes each stall that nobody planned: of the Lab itself, of workers, of servers. Thread of the event loop.
#pragma once

#include "lockcore/lab/context/stall_watch.h"
#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

class StallNotes final
{
public:
    StallNotes(RunContext &context, const RunServers &servers, const RunWorkers &workers);

    Task<void> watch(); ///< until it is cancelled; also keeps the file of the history up to date

private:
    void measure(Microseconds since);
    Microseconds beginOf(Microseconds since, Microseconds waited) const;
    void note(entry::Stalled stall);

    RunContext &m_context;
    const RunServers &m_servers;
    const RunWorkers &m_workers;
    StallWatch m_watch;
};

} // namespace lockcore
