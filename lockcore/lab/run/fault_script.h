// SPDX-License-Identifier: MIT
// The script of faults: each acts once, when its conditions are met. Thread of the event loop.
#pragma once

#include "lockcore/lab/run/rounds.h"
#include "lockcore/lab/run/server_faults.h"

#include <set>

namespace lockcore {

class FaultScript final
{
public:
    FaultScript(RunContext &context, RunWorkers &workers, Rounds &rounds, ServerFaults &serverFaults);
    ~FaultScript(); ///< as end()
    FaultScript(const FaultScript &) = delete;
    FaultScript &operator=(const FaultScript &) = delete;

    void begin(); ///< checks the faults at each event from now on
    void end();   ///< no fault acts any more

    void act(const Fault &fault); ///< immediately, whatever its conditions
    /// For a fault that passes refusalOf(): not for a dead worker, and not while another fault acts on it.
    bool canAct(const Fault &fault) const;

private:
    struct Pending
    {
        Fault fault;
        bool begun = false;
    };

    void look();
    Task<void> actLater(Fault fault);
    void arm(RunWorker *worker, Fault fault);
    Task<void> restart(RunWorker *worker);
    Task<void> throwOut(RunWorker *worker);

    RunContext &m_context;
    RunWorkers &m_workers;
    Rounds &m_rounds;
    ServerFaults &m_serverFaults;
    std::vector<Pending> m_faults;
    std::set<std::string> m_restarting; ///< workers
    Scope m_acting;
};

} // namespace lockcore
