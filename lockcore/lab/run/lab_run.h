// SPDX-License-Identifier: MIT
// Plays one scenario once: servers, gates, workers, resource, and the script of faults. What comes out is a history. Lives on one
// thread with an event loop, like everything that it owns.
//
//     servers ─▶ workers, hello ─▶ warm-up ─▶ rounds, with the script ─▶ a fresh worker ─▶ bye ─▶ `end`
#pragma once

#include "lockcore/lab/run/fault_script.h"
#include "lockcore/lab/workers/resource_desk.h"
#include "lockcore/lab/workers/stall_notes.h"

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

    std::function<void(const Endpoint &)> serves; ///< called once: the first server answers. With its password; not of a foreign one

    bool hasBegun() const { return m_hasBegun; } ///< the rounds; they may be over

    /// While it plays: what a person does, at once and into the history like an action of the script. Otherwise, or if it cannot be done
    /// now, nothing happens.
    void act(const Fault &fault);
    /// While it plays: the rounds end. It is judged as far as it came; by hand that is its whole length.
    void stop();

private:
    Task<Result<void>> begin();
    Played introduction() const;
    Task<void> playRounds();
    Task<Result<void>> end();
    Task<void> limitRounds();
    Task<void> waitForStop();
    void cutOff();

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
    bool m_hasBegun = false;
    bool m_playing = false;
    Completion<void> m_stopped; ///< of a run by hand; never completed: stopping cancels who waits for it
    Scope m_watching;
};

} // namespace lockcore
