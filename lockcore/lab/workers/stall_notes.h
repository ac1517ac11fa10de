// SPDX-License-Identifier: MIT
// Notes each unplanned stall: of the Lab itself, of workers, of servers. Thread of the event loop.
#pragma once

#include "lockcore/lab/context/stall_watch.h"
#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

class StallNotes final
{
public:
    StallNotes(RunContext &context, const RunServers &servers, const RunWorkers &workers);

    Task<void> watch(); ///< runs until it is cancelled; also flushes the file of the history

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
