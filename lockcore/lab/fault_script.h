// SPDX-License-Identifier: MIT
// The script of faults: each acts once, when its conditions are met. Thread of the event loop.
#pragma once

#include "lockcore/lab/rounds.h"
#include "lockcore/lab/server_faults.h"

namespace lockcore {

class FaultScript final
{
public:
    FaultScript(RunContext &context, RunWorkers &workers, Rounds &rounds, ServerFaults &serverFaults);
    ~FaultScript(); ///< as end()
    FaultScript(const FaultScript &) = delete;
    FaultScript &operator=(const FaultScript &) = delete;

    void begin(); ///< looks at each happening from here on
    void end();   ///< nothing acts any more

private:
    struct Pending
    {
        Fault fault;
        bool begun = false;
    };

    void look();
    Task<void> actLater(Fault fault);
    void act(const Fault &fault);
    Task<void> restart(RunWorker *worker);
    Task<void> throwOut(RunWorker *worker);

    RunContext &m_context;
    RunWorkers &m_workers;
    Rounds &m_rounds;
    ServerFaults &m_serverFaults;
    std::vector<Pending> m_faults;
    Scope m_acting;
};

} // namespace lockcore
