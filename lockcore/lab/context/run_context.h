// SPDX-License-Identifier: MIT
// Shared by the parts of a run: the scenario, the history, the conditions under which the run counts, and its early end. LabRun owns it and
// its parts. Thread of the event loop.
//
//     FaultScript ──acts──▶ RunWorkers, ServerFaults      Rounds ──ask──▶ RunWorkers ──call──▶ ResourceDesk
//        ▲                                                  │
//     TriggerLog ◀── RunLog first, then what happened ──────┴── RunWorkers, ServerNotes ◀── RunServers
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/context/resource.h"
#include "lockcore/lab/context/run_log.h"
#include "lockcore/lab/context/trigger_log.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"

namespace lockcore {

struct RunOptions
{
    std::string program;                                      ///< lockscope itself, for built-in workers and as the supervisor of servers
    std::vector<std::string> command;                         ///< of the workers, instead of built-in ones; never from a scenario
    std::string server;                                       ///< its program; empty: the usual one of its store
    std::optional<Endpoint> foreign;                          ///< use this server, with its password, instead of one of the Lab's own
    bool byHand = false;                                      ///< a person acts and ends the run: see by_hand.h
    std::uint64_t seed = 1;                                   ///< 1 … 2⁵³
    Milliseconds answerLimit = std::chrono::seconds(10);      ///< for a request that must succeed: before and after the rounds
    std::string historyFile;                                  ///< empty: none
    std::vector<std::pair<std::string, std::string>> sources; ///< file and hash, for the first line of the history
};

class RunContext final
{
public:
    RunContext(Scenario scenario, RunOptions options, EventLoop &loop, Clock &clock);

    const Scenario scenario;
    const RunOptions options;
    EventLoop &loop;
    Clock &clock;
    const std::string prefix;             ///< of every key: unique on a foreign server; otherwise empty
    const std::vector<std::string> locks; ///< for which the workers compete, with the prefix
    RunLog log;
    TriggerLog happenings;
    Resource resource;
    Premises premises;
    Scope players; ///< the rounds, and tasks that a round waits for: when this scope is empty, the run is over

    std::string lockNamed(const std::string &name) const { return prefix + (name.empty() ? scenario.locks.front() : name); }
    std::string lockOf(const ScenarioSection &section) const { return prefix + lockcore::lockOf(scenario, section); }
    const ScenarioSection *sectionOf(const std::string &worker, const std::string &lock) const; ///< null: the worker does not take the lock

    std::string warmUpLock(const std::string &worker) const; ///< the name of the worker's own warm-up lock

    void stop(const Error &error);                                ///< the first call ends the run
    const std::optional<Error> &error() const { return m_error; } ///< the error that ended the run

    void hide(const std::string &secret);        ///< does nothing if the secret is empty
    std::string cleaned(std::string text) const; ///< without the hidden secrets

private:
    std::optional<Error> m_error;
    std::vector<std::string> m_secrets;
};

} // namespace lockcore
