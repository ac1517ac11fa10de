// SPDX-License-Identifier: MIT
// What can happen next, to each worker and to the servers.
#pragma once

#include "lockcore/explorer/automaton.h"
#include "lockcore/explorer/servers.h"

#include <memory>
#include <span>

namespace lockcore::explorer {

/// The servers and the time.
struct Environment
{
    std::array<int, Bounds::mostServers> servers{};
    int now = 0; ///< ms; 0 for a protocol that reads no wall clock
    bool operator==(const Environment &) const = default;
};

struct WorkerState
{
    enum class Life : std::uint8_t { Runs, Paused, Crashed, Ended };
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
    Life life = Life::Runs;
    bool operator==(const WorkerState &) const = default;
};

/// What the search must know of a worker's state.
struct WorkerFacts
{
    bool isInside = false;
    bool isAlive = false;      ///< it can still do something
    bool rests = false;        ///< its own task has ended, or does not want the lock now, and nothing of it is on its way
    bool isUrgent = false;     ///< something happens before any time passes
    bool mayWait = false;      ///< something may happen at any time
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

    Kind kind = Kind::Arrives;
    TaskOf task = TaskOf::Worker;
    std::optional<Fault> fault; ///< that it costs
    int state = 0;              ///< of the worker, afterwards
    int environment = 0;
    int published = 0; ///< a list of messages; 0: none
};

class Model
{
public:
    Model(const Bounds &bounds, Oracle &oracle);

    const Bounds &bounds() const { return m_bounds; }
    Notebook &notebook() { return m_notebook; }
    Servers &servers() { return m_servers; }
    const Automaton &automaton(int worker) const { return *m_workers[index(worker)].automaton; }

    int environment(const Environment &environment);
    const Environment &environment(int number) const { return m_environments[static_cast<std::size_t>(number)]; }
    int state(int worker, WorkerState state);
    const WorkerState &state(int worker, int number) const { return m_workers[index(worker)].states[static_cast<std::size_t>(number)]; }
    const WorkerFacts &facts(int worker, int number) const { return m_workers[index(worker)].facts[static_cast<std::size_t>(number)]; }

    int firstState(int worker); ///< before it arrives for the first time

    /// What this worker can do next. `foreign`: names of its tokens that others remember. Valid until the next call.
    std::span<const Move> moves(int worker, int state, int environment, TokenNames foreign);

    int afterTime(int worker, int state, int milliseconds);
    int environmentAfterTime(int environment, int milliseconds);
    int hearing(int worker, int state, int published); ///< what a command published
    int publishedNumber(const std::vector<int> &messages);

private:
    static std::size_t index(int worker) { return static_cast<std::size_t>(worker); }
    struct Worker
    {
        std::unique_ptr<Automaton> automaton;
        Interner keys;
        std::vector<WorkerState> states;
        std::vector<WorkerFacts> facts;
        std::unordered_map<std::uint64_t, std::vector<Move>> moves; ///< where no other remembers its tokens
        std::unordered_map<Bytes, std::vector<Move>> rareMoves;
        std::unordered_map<std::uint64_t, int> later;
        std::unordered_map<std::uint64_t, int> heard;
    };
    struct Place
    {
        int worker;
        int environment;
        TokenNames foreign;
    };

    WorkerFacts factsOf(int worker, const WorkerState &state) const;
    Observation read(const Place &place, WorkerState &state, const Node &node) const;
    void follow(const Place &place, WorkerState &state, const Step &step);
    void addMoves(const Place &place, const WorkerState &state, std::vector<Move> &moves);
    void addTaskMoves(const Place &place, const WorkerState &state, TaskOf task, std::vector<Move> &moves);
    void addCommandMoves(const Place &place, const WorkerState &state, TaskOf task, std::vector<Move> &moves);
    void lose(const Place &place, WorkerState &state, TaskOf task);
    const Servers::Effect &execute(const Place &place, int request, int &environment);
    Move to(const Place &place, Move::Kind kind, TaskOf task, WorkerState state, std::optional<Fault> fault = {});

    const Bounds &m_bounds;
    Notebook m_notebook;
    Servers m_servers;
    Interner m_environmentKeys;
    std::vector<Environment> m_environments;
    std::vector<Worker> m_workers;
    Interner m_publishedKeys;
    std::vector<std::vector<int>> m_published;
};

} // namespace lockcore::explorer
