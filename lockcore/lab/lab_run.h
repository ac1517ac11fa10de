// SPDX-License-Identifier: MIT
// Plays one scenario once: servers, gates, workers, resource, and the script of faults. What comes out is a history. Lives on one
// thread with an event loop, like everything that it owns.
//
//     servers ─▶ workers, hello ─▶ warm-up ─▶ rounds, with the script ─▶ a fresh worker ─▶ bye ─▶ `end`
#pragma once

#include "lockcore/lab/fault_script.h"
#include "lockcore/lab/resource_desk.h"
#include "lockcore/lab/stall_notes.h"

namespace lockcore {

class LabRun final
{
public:
    using Options = RunOptions;

    struct Played
    {
        History history;
        std::string library;            ///< and its version, as the workers name it
        std::string server;             ///< `redis 7.0.15`
        std::vector<std::string> skips; ///< capabilities that the scenario needs and the workers lack: then nothing was played
        Premises premises;
        std::vector<Condition> unmet; ///< that somebody waited for until then
        bool operator==(const Played &) const = default;
    };

    LabRun(Scenario scenario, Options options, EventLoop &loop, Clock &clock);
    ~LabRun();
    LabRun(const LabRun &) = delete;
    LabRun &operator=(const LabRun &) = delete;

    /// Once. Errors: Transport, no server; Protocol, what a worker did wrong; Refused, what cannot be played.
    Task<Result<Played>> play();

    const History &soFar() const { return m_context.log.history(); }

private:
    Task<Result<void>> begin();
    Played introduction() const;
    Task<void> playRounds();
    Task<Result<void>> end();
    Task<void> limitRounds();

    RunContext m_context;
    RunServers m_servers;
    RunWorkers m_workers;
    ServerNotes m_notes;
    ServerFaults m_serverFaults;
    ResourceDesk m_desk;
    Rounds m_rounds;
    FaultScript m_script;
    StallNotes m_stalls;
    std::vector<Condition> m_unmet;
    Scope m_watching;
};

} // namespace lockcore
