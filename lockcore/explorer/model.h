// SPDX-License-Identifier: MIT
// What can happen next, to each worker and to the servers.
#pragma once

#include "lockcore/explorer/automaton.h"
#include "lockcore/explorer/ledger.h"
#include "lockcore/explorer/pair_map.h"
#include "lockcore/explorer/servers.h"

#include <deque>
#include <memory>
#include <span>

namespace lockcore::explorer {

/// The servers and the time, and what is true.
struct Environment
{
    std::array<int, Bounds::mostServers> servers{};
    int now = 0; ///< ms; 0 for a protocol that reads no wall clock
    Ledger ledger;
    bool operator==(const Environment &) const = default;
    Hash hash() const { return Hash(servers, now, ledger); }
};

struct WorkerState
{
    enum class Life : std::uint8_t { Runs, Paused, Gone };
    static constexpr int none = -1;

    int node = Automaton::root;
    std::array<int, tasks> timer{none, none};    ///< ms left of what the task waits for
    std::array<int, tasks> age{none, none};      ///< ms since its last reading of the steady clock
    std::array<int, tasks> reply{none, none};    ///< executed, and on its way to the task
    std::array<bool, tasks> isLost{};            ///< the answer never comes, and the task does not know that yet
    int late = 0;                                ///< a request that will still execute, for nobody
    bool isPrompt = false;                       ///< it does so at once: its task only went away
    int pause = 0;                               ///< ms that a paused worker may still be paused
    int subscription = 0;                        ///< the request with which it subscribed; 0: it does not listen
    std::array<int, 3> unread{none, none, none}; ///< messages that wait; more are dropped
    bool isWatching = false;                     ///< the lock, over its own connection
    bool isTouched = false;                      ///< the lock has changed since then
    int queued = 0;                              ///< a list of requests that EXEC will carry out; 0: it is not in MULTI
    Life life = Life::Runs;
    bool operator==(const WorkerState &) const = default;
    Hash hash() const
    {
        return Hash(node, timer, age, reply, isLost, late, isPrompt, pause, subscription, unread, isWatching, isTouched, queued, life);
    }
};

/// What the search must know of a worker's state.
struct WorkerFacts
{
    bool isInside = false;
    bool isAlive = false;      ///< it can still do something
    bool rests = false;        ///< its own task has ended, or does not want the lock now, and nothing of it is on its way
    bool isUrgent = false;     ///< something happens before any time passes
    bool mayWait = false;      ///< something may happen at any time
    int holds = 0;             ///< as it believes
    bool isWatching = false;   ///< a change of the lock matters to it
    int next = Servers::never; ///< ms until its next timer
    TokenNames tokens = 0;
};

struct Move
{
    enum class Kind : std::uint8_t {
        Arrives,
        Executes,
        Receives, ///< the reply
        Timer,
        Subscribes,
        Hears,
        HearsNothing,
        Resumes,
        LateExecutes,
        NoticesLoss,
        // faults:
        Crashes,
        Pauses,
        ReplyLost, ///< executed
        RequestLost,
        RequestLate,
        Throws,
        ServerForgets,
        ForceRelease,
        // nobody's:
        TimePasses,
    };

    static constexpr int none = -1;

    Kind kind = Kind::Arrives;
    TaskOf task = TaskOf::Worker;
    std::optional<Fault> fault = {}; ///< that it costs
    Broken broken = 0;
    bool isOtherWork = false; ///< it begins to work, for the other time of the bounds
    std::uint16_t ofRow = 0;  ///< of the first of a row: how many are in it
    int state = 0;            ///< of the worker, afterwards
    int environment = 0;
    int published = 0; ///< a list of messages; 0: none
    int executed = 0;  ///< a list of requests; 0: none
    int reply = none;  ///< of what has executed, whether or not it arrives
};

class Model
{
public:
    Model(const Bounds &bounds, Oracle &oracle);

    const Bounds &bounds() const { return m_bounds; }
    Notebook &notebook() { return m_notebook; }
    Servers &servers() { return m_servers; }
    const Automaton &automaton(int worker) const { return *m_workers[index(worker)].automaton; }

    int environment(const Environment &environment) { return m_environments(environment); }
    const Environment &environment(int number) const { return m_environments[number]; }
    int state(int worker, WorkerState state);
    const WorkerState &state(int worker, int number) const { return m_workers[index(worker)].states[number]; }
    const WorkerFacts &facts(int worker, int number) const { return m_workers[index(worker)].facts[static_cast<std::size_t>(number)]; }

    int firstState(int worker); ///< before it arrives for the first time

    /// It will be asked for the moves of these soon, or for those of the others next.
    void expectMoves(int worker, int state, int environment) const { m_workers[index(worker)].moves.prefetch(state, environment); }
    void fetchMoves(int worker, int state, int environment) const;

    /// What this worker can do next. `foreign`: names of its tokens that others remember.
    std::span<const Move> moves(int worker, int state, int environment, TokenNames foreign);

    /// What the next moves of this worker will ask of a server.
    void addQuestions(int worker, int state, int environment, std::vector<Servers::Pending> &pending) const;

    int afterTime(int worker, int state, int milliseconds);
    int environmentAfterTime(int environment, int milliseconds);
    int environmentAfterLoss(int environment, int server, bool ofAll); ///< of all keys, or of the lock
    int hearing(int worker, int state, int published);                 ///< what a command published
    int touched(int worker, int state);                                ///< the lock that it watches
    bool touchesLock(int environment, int executed);                   ///< do these requests?
    bool everWatches() const { return m_everWatches; }                 ///< has any worker ever watched the lock?

private:
    static std::size_t index(int worker) { return static_cast<std::size_t>(worker); }
    static constexpr std::size_t movesAtOnce = 1 << 17;
    static constexpr int noMoves = 0; ///< where the empty row begins
    struct Worker
    {
        std::unique_ptr<Automaton> automaton;
        Numbers<WorkerState> states;
        std::vector<WorkerFacts> facts;
        PairMap moves; ///< of a state and an environment, where no other remembers its tokens: where its row begins
        Numbers<std::array<std::uint64_t, 3>> rareMoves; ///< with the tokens that others remember
        std::vector<int> rareRows;
        PairMap later; ///< of a state and ms
        PairMap heard; ///< of a state and what was published
    };
    /// A move in the making.
    struct Draft
    {
        int worker;
        TokenNames foreign;
        WorkerState state;
        Environment environment;
        std::vector<int> published;
        std::vector<int> executed;
        int reply = Move::none;
        Broken broken = 0;
    };

    WorkerFacts factsOf(int worker, const WorkerState &state) const;
    TokenNames tokensOf(const WorkerState &state, const Node *node) const;
    const Node &nodeOf(const Draft &draft) const { return automaton(draft.worker).node(draft.state.node); }
    Observation read(Draft &draft, const Node &node) const;
    void follow(Draft &draft, const Step &step);
    void settle(Draft &draft, const Node &before, const Node &after) const;
    void execute(Draft &draft, int request);
    int executeAlone(Draft &draft, int request);
    int runOnServer(Draft &draft, int request);
    void noteLock(Draft &draft, const Request &request, int before) const;
    void lose(Draft &draft, TaskOf task);
    int rowOf(const Draft &before); ///< of all that it can do next
    const Move *rowAt(int begin) const { return &m_moves[index(begin) / movesAtOnce][index(begin) % movesAtOnce]; }
    void addMoves(const Draft &before, std::vector<Move> &moves);
    void addTaskMoves(const Draft &before, TaskOf task, std::vector<Move> &moves);
    void addCommandMoves(const Draft &before, TaskOf task, std::vector<Move> &moves);
    bool waitsForLate(const WorkerState &state, int request) const;
    Move finish(const Draft &draft, Move::Kind kind, TaskOf task, std::optional<Fault> fault = {});
    int list(const std::vector<int> &numbers) { return m_lists(numbers); }

    const Bounds &m_bounds;
    Notebook m_notebook;
    Servers m_servers;
    Numbers<Environment> m_environments;
    std::vector<Worker> m_workers;
    std::deque<Table<Move>> m_moves; ///< row after row: each with room for as many, and never moved
    PairMap m_later;                 ///< of an environment and ms
    Numbers<std::vector<int>> m_lists;
    bool m_everWatches = false;
};

} // namespace lockcore::explorer
