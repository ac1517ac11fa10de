// SPDX-License-Identifier: MIT
// What the parts of a run share: what is played, where it is written down, what it rests on, and its early end. LabRun owns it and
// its parts. Thread of the event loop.
//
//     FaultScript ──acts──▶ RunWorkers, ServerFaults      Rounds ──ask──▶ RunWorkers ──call──▶ ResourceDesk
//        ▲                                                  │
//     Happenings ◀── RunLog first, then what happened ──────┴── RunWorkers, ServerNotes ◀── RunServers
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/context/happenings.h"
#include "lockcore/lab/context/resource.h"
#include "lockcore/lab/context/run_log.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"

namespace lockcore {

struct RunOptions
{
    std::string program;              ///< lockscope itself, for built-in workers and as the supervisor of servers
    std::vector<std::string> command; ///< of the workers, instead of built-in ones; never from a scenario
    std::string server = "redis-server";
    std::optional<Endpoint> foreign;                     ///< a server that is not the Lab's own, instead of one; with its password
    bool byHand = false;                                 ///< a person acts, and ends it: see by_hand.h
    std::uint64_t seed = 1;                              ///< 1 … 2⁵³
    Milliseconds answerLimit = std::chrono::seconds(10); ///< of a request that nothing stands in the way of: before and after the rounds
    std::string historyFile;                             ///< empty: none
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
    const std::string prefix; ///< of every key: on a foreign server one that nobody else has; otherwise empty
    const std::string lock;   ///< that is contended for
    RunLog log;
    Happenings happenings;
    Resource resource;
    Premises premises;
    Scope players; ///< the rounds, and what a round waits for: the run is over when nothing is left here

    std::string warmUpLock(const std::string &worker) const; ///< of its warm-up: nobody else's

    void stop(const Error &error);                                ///< the first one ends the run
    const std::optional<Error> &error() const { return m_error; } ///< that ended it

    void hide(const std::string &secret);        ///< nothing if it is empty
    std::string cleaned(std::string text) const; ///< without what is hidden

private:
    std::optional<Error> m_error;
    std::vector<std::string> m_secrets;
};

} // namespace lockcore
