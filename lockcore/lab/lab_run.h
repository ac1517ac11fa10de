// SPDX-License-Identifier: MIT
// Plays one scenario once: servers, gates, workers, resource, and the script of faults. What comes out is a history. Lives on one
// thread with an event loop, like everything that it owns.
//
//     servers ─▶ workers, hello ─▶ warm-up ─▶ rounds, with the script ─▶ a fresh worker ─▶ bye ─▶ `end`
#pragma once

#include "lockcore/lab/assessment.h"
#include "lockcore/lab/resource.h"
#include "lockcore/lab/run_worker.h"
#include "lockcore/lab/stall_watch.h"

#include "lockcore/base/scope.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

class Poller;

class LabRun final
{
public:
    struct Options
    {
        std::string program;              ///< lockscope itself, for built-in workers and as the supervisor of servers
        std::vector<std::string> command; ///< of the workers, instead of built-in ones; never from a scenario
        std::string server = "redis-server";
        std::uint64_t seed = 1;                                   ///< 1 … 2⁵³
        std::string historyFile;                                  ///< empty: none
        std::vector<std::pair<std::string, std::string>> sources; ///< file and hash, for the first line of the history
    };

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

    const History &soFar() const { return m_log.history(); }

private:
    struct Pending
    {
        Fault fault;
        bool begun = false;
    };

    // the stages
    Task<Result<void>> startServers();
    Task<Result<void>> startWorkers();
    Task<Result<void>> startWorker(RunWorker *worker);
    Result<void> beginHistory();
    Task<void> warmUp();
    Task<void> warmUp(RunWorker *worker);
    Task<void> playRounds(RunWorker *worker, const ScenarioWorker *plan);
    Task<bool> playRound(RunWorker *worker, const ScenarioWorker *plan);
    Task<RunWorker::Answer> acquire(RunWorker *worker, const ScenarioWorker *plan);
    Task<bool> giveBack(RunWorker *worker, const ScenarioWorker *plan, std::int64_t times);
    Task<void> probe(RunWorker *worker);
    Task<void> limitRounds();
    Task<Result<void>> tryFresh();
    Task<void> sayBye();

    // what workers and servers do
    std::unique_ptr<RunWorker> newWorker(const std::string &name, Milliseconds skew);
    void answer(RunWorker &worker, const worker::ResourceCall &call);
    Task<void> answerLater(RunWorker *worker, worker::ResourceAnswer answer, const ScenarioWorker *plan);
    void noteOk(RunWorker &worker);
    void noteTurn(std::int64_t server, const ServerTurn &turn);
    void noteChanges(std::int64_t server, const std::vector<ElementChange> &changes, std::uint64_t cause);
    Happening happeningOf(const ElementChange &change) const;

    // the script
    void lookAtScript();
    Task<void> actLater(Fault fault);
    void act(const Fault &fault);
    void actOnServer(const Fault &fault);
    Task<void> restartServer(std::int64_t server, LabServer::Data data);
    Task<void> operate(std::int64_t server, Args words, What what);
    Task<void> fillMemory(std::int64_t server);
    Task<void> restartWorker(RunWorker *worker);
    Task<void> throwOut(RunWorker *worker);

    Task<void> beat();
    void measureStalls(Microseconds since);
    void noteStall(entry::Stalled stall);
    void stop(const Error &error);
    std::string withoutSecrets(std::string text) const; ///< of the servers
    RunWorker &worker(const std::string &name) const;
    std::int64_t linkFor(const Incarnation &who);

    const Scenario m_scenario;
    const Options m_options;
    EventLoop &m_loop;
    Clock &m_clock;
    RunLog m_log;
    Happenings m_happenings;
    Resource m_resource;
    std::vector<Pending> m_script;
    std::optional<Error> m_error; ///< that ended the run
    Premises m_premises;
    std::vector<Condition> m_unmet;
    bool m_playing = false; ///< the warm-up is over

    std::unique_ptr<Poller> m_poller;
    std::vector<std::unique_ptr<RunServer>> m_servers;
    std::vector<std::uint64_t> m_serverCause;  ///< by server: the fault that is at work; 0: none
    std::map<std::int64_t, Incarnation> m_who; ///< by link
    std::int64_t m_holdings = 0;               ///< elements that are there
    std::optional<What> m_operating;           ///< what the operator's next command stands for in the history
    std::vector<std::unique_ptr<WorkerLink>> m_operatorLinks;
    std::vector<std::unique_ptr<RunWorker>> m_workers; ///< in the order of the scenario, then a fresh one
    std::map<std::string, bool> m_probing;             ///< by worker: a probe is to be sent before its release
    std::string m_version;
    StallWatch m_stalls;
    Scope m_beating;
    Scope m_acting; ///< the script
    Scope m_players;
};

} // namespace lockcore
