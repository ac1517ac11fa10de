// SPDX-License-Identifier: MIT
// Plays one scenario once: servers, gates, workers, resource, and the script of faults. The result is a history. Lives on one thread with
// an event loop, like all its parts.
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
        std::string library;            ///< with its version, as the workers name it
        std::string server;             ///< `redis 7.0.15`
        std::vector<std::string> skips; ///< capabilities that the scenario needs and the workers lack: then nothing was played
        Premises premises;
        std::vector<Condition> unmet; ///< conditions for which something waited until the end
        bool operator==(const Played &) const = default;
    };

    LabRun(Scenario scenario, Options options, EventLoop &loop, Clock &clock);
    ~LabRun();
    LabRun(const LabRun &) = delete;
    LabRun &operator=(const LabRun &) = delete;

    /// Call it once. Errors: Transport, no server; Protocol, a worker's mistake; Refused, the scenario cannot be played.
    Task<Result<Played>> play();

    const History &soFar() const { return m_context.log.history(); }

    /// Called once, when the first server answers, with its password; not for a foreign server.
    std::function<void(const Endpoint &)> serves;

    bool hasBegun() const { return m_hasBegun; } ///< true from the beginning of the rounds; they may be over

    /// A person's action during the run: acts immediately, and is written into the history like an action of the script. Does nothing if no
    /// run plays, or if the action is impossible now.
    void act(const Fault &fault);
    /// Ends the current run, which is judged up to this point. A run by hand ends regularly: networks are healed, who is paused goes on, and
    /// each worker finishes its round, within finishWithin(). The second call cuts its rounds off; so does the first one of any other run.
    void stop();

private:
    Task<Result<void>> begin();
    Played introduction() const;
    Task<void> playRounds();
    Task<Result<void>> end();
    Task<void> limitRounds();
    Task<void> waitForStop();
    Task<void> finishRounds();
    Task<void> limitFinish();
    void cutOff();
    Task<void> takeOnceMore();
    Task<void> eachOnceMore();
    Task<void> limitOnceMore();

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
    bool m_finishing = false;   ///< a run by hand was stopped: no round begins any more
    Completion<void> m_stopped; ///< for a run by hand: until then it goes on, even if all workers are dead
    Scope m_watching;
};

} // namespace lockcore
