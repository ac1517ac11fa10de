// SPDX-License-Identifier: MIT
#include "lockcore/explorer/model.h"

#include <algorithm>

namespace lockcore::explorer {

namespace {

constexpr int none = WorkerState::none;
using RequestKind = Request::Kind;
using SeenKind = Observation::Kind;

template <class Value>
void append(Bytes &key, const Value &value)
{
    static_assert(std::is_trivially_copyable_v<Value>);
    key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

Bytes keyOfState(const WorkerState &state)
{
    Bytes key;
    append(key, state.node);
    append(key, state.timer);
    append(key, state.age);
    append(key, state.reply);
    append(key, state.isLost);
    append(key, state.late);
    append(key, state.isPrompt);
    append(key, state.pause);
    append(key, state.subscription);
    append(key, state.unread);
    append(key, state.life);
    return key;
}

std::uint64_t pairOf(int high, int low) { return static_cast<std::uint64_t>(high) << 32 | static_cast<std::uint32_t>(low); }

std::size_t at(TaskOf task) { return static_cast<std::size_t>(task); }

} // namespace

Model::Model(const Bounds &bounds, Oracle &oracle)
    : m_bounds(bounds)
    , m_servers(oracle, m_notebook.vocabulary, bounds)
    , m_workers(static_cast<std::size_t>(bounds.workers) + 1) // the last is the fresh worker of no-immortal-lock
    , m_published(1)
{
    m_publishedKeys("");
    (void)environment(Environment());
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_workers[i].automaton = std::make_unique<Automaton>(m_notebook, m_bounds, static_cast<int>(i));
}

int Model::environment(const Environment &environment)
{
    Bytes key;
    append(key, environment.servers);
    append(key, environment.now);
    const auto [number, isNew] = m_environmentKeys.intern(key);
    if (isNew)
        m_environments.push_back(environment);
    return number;
}

int Model::publishedNumber(const std::vector<int> &messages)
{
    Bytes key;
    for (const int message : messages)
        append(key, message);
    const auto [number, isNew] = m_publishedKeys.intern(key);
    if (isNew)
        m_published.push_back(messages);
    return number;
}

// A worker that has ended remembers nothing.
int Model::state(int worker, WorkerState state)
{
    if (state.life == WorkerState::Life::Runs) {
        const auto &node = automaton(worker).node(state.node);
        if (node.hasEnded && node.request[at(TaskOf::Companion)] == 0) {
            WorkerState ended;
            ended.life = WorkerState::Life::Ended;
            ended.late = state.late;
            ended.isPrompt = state.isPrompt;
            state = ended;
        }
    }
    auto &known = m_workers[index(worker)];
    const auto [number, isNew] = known.keys.intern(keyOfState(state));
    if (isNew) {
        known.states.push_back(state);
        known.facts.push_back(factsOf(worker, state));
    }
    return number;
}

WorkerFacts Model::factsOf(int worker, const WorkerState &state) const
{
    const auto &vocabulary = m_notebook.vocabulary;
    WorkerFacts facts;
    if (state.late != 0) {
        facts.isUrgent = state.isPrompt;
        facts.mayWait = true;
        for (const auto &word : vocabulary.request(state.late).words)
            facts.tokens |= tokensIn(word);
    }
    facts.isAlive = state.life == WorkerState::Life::Runs || state.life == WorkerState::Life::Paused;
    facts.rests = !facts.isAlive && state.late == 0;
    if (!facts.isAlive)
        return facts;
    const auto &node = automaton(worker).node(state.node);
    facts.isInside = node.isInside;
    const bool isIdle = node.hasEnded || vocabulary.request(node.request[at(TaskOf::Worker)]).kind == RequestKind::Arrive;
    facts.rests = isIdle && state.life == WorkerState::Life::Runs && state.late == 0;
    facts.tokens |= node.tokens;
    if (state.life == WorkerState::Life::Paused) {
        facts.mayWait = true;
        if (state.pause == 0)
            facts.isUrgent = true;
        else
            facts.next = state.pause;
    }
    for (std::size_t task = 0; task < tasks; ++task) {
        const auto &request = vocabulary.request(node.request[task]);
        for (const auto &word : request.words)
            facts.tokens |= tokensIn(word);
        if (state.reply[task] != none)
            facts.tokens |= tokensIn(vocabulary.reply(state.reply[task]));
        if (state.timer[task] > 0)
            facts.next = std::min(facts.next, state.timer[task]);
        if (state.life == WorkerState::Life::Paused)
            continue;
        switch (request.kind) {
        case RequestKind::None: break;
        case RequestKind::Arrive: facts.mayWait = true; break;
        case RequestKind::Sleep: facts.isUrgent |= state.timer[task] == 0; break;
        case RequestKind::Next: facts.isUrgent |= state.timer[task] == 0 || state.unread[0] != none; break;
        case RequestKind::Subscribe: facts.isUrgent = true; break;
        case RequestKind::Command:
            facts.mayWait |= state.isLost[task];
            facts.isUrgent |= !state.isLost[task] || state.timer[task] == 0;
            break;
        }
    }
    return facts;
}

int Model::firstState(int worker)
{
    WorkerState state;
    follow({worker, 0, 0}, state, {TaskOf::Worker, {SeenKind::Start, 0}});
    return this->state(worker, state);
}

Observation Model::read(const Place &place, WorkerState &state, const Node &node) const
{
    const auto &environment = this->environment(place.environment);
    const auto kind = node.read->seen.kind;
    if (kind == SeenKind::Steady) {
        auto &age = state.age[at(node.read->task)];
        return {kind, std::max(0, std::exchange(age, 0))};
    }
    if (kind == SeenKind::Now)
        return {kind, environment.now};
    if (kind != SeenKind::Token)
        return {kind, 0}; // a random number: the smallest
    auto used = node.tokens | place.foreign | factsOf(place.worker, state).tokens;
    for (const int server : environment.servers)
        used |= m_servers.tokens(server);
    for (int name = 0; name < tokenNames; ++name) {
        if (!(used >> (place.worker * tokenNames + name) & 1))
            return {kind, name};
    }
    throw Unsupported{"more than " + std::to_string(tokenNames) + " of a worker's tokens are remembered at once"};
}

void Model::follow(const Place &place, WorkerState &state, const Step &step)
{
    const auto before = automaton(place.worker).node(state.node);
    const auto reading = [&](const Node &there) { return read(place, state, there); };
    const auto edge = m_workers[index(place.worker)].automaton->follow(state.node, step, reading);
    const auto &node = automaton(place.worker).node(edge.node);
    for (std::size_t task = 0; task < tasks; ++task) {
        const auto &request = m_notebook.vocabulary.request(node.request[task]);
        if (!node.hasSteady[task])
            state.age[task] = none;
        if (request.kind != RequestKind::None && !edge.isNew[task])
            continue;
        // A request that was sent executes, even if nobody waits for its reply any more.
        const bool isDropped = task != at(step.task) && state.reply[task] == none && !state.isLost[task]
                               && m_notebook.vocabulary.request(before.request[task]).kind == RequestKind::Command;
        if (isDropped && state.late == 0) {
            state.late = before.request[task];
            state.isPrompt = true;
        }
        const bool hasTimer = request.kind == RequestKind::Sleep || request.kind == RequestKind::Next;
        state.timer[task] = hasTimer ? static_cast<int>(request.duration.count()) : none;
        state.reply[task] = none;
        state.isLost[task] = false;
    }
    if (!node.isSubscribed) {
        state.subscription = 0;
        state.unread = {none, none, none};
    }
    state.node = edge.node;
}

Move Model::to(const Place &place, Move::Kind kind, TaskOf task, WorkerState next, std::optional<Fault> fault)
{
    return {kind, task, fault, state(place.worker, next), place.environment, 0};
}

const Servers::Effect &Model::execute(const Place &place, int request, int &environmentNumber)
{
    auto next = environment(place.environment);
    auto &server = next.servers[m_notebook.vocabulary.request(request).server];
    const auto &effect = m_servers.execute(server, request, next.now);
    server = effect.after;
    environmentNumber = environment(next);
    return effect;
}

std::span<const Move> Model::moves(int worker, int stateNumber, int environmentNumber, TokenNames foreign)
{
    auto &known = m_workers[index(worker)];
    std::vector<Move> *moves = nullptr;
    bool isNew = false;
    if (foreign == 0) {
        const auto [entry, inserted] = known.moves.try_emplace(pairOf(stateNumber, environmentNumber));
        moves = &entry->second;
        isNew = inserted;
    } else {
        Bytes key;
        append(key, stateNumber);
        append(key, environmentNumber);
        append(key, foreign);
        const auto [entry, inserted] = known.rareMoves.try_emplace(key);
        moves = &entry->second;
        isNew = inserted;
    }
    if (isNew)
        addMoves({worker, environmentNumber, foreign}, WorkerState(state(worker, stateNumber)), *moves);
    return *moves;
}

void Model::addMoves(const Place &place, const WorkerState &state, std::vector<Move> &moves)
{
    if (state.late != 0) {
        auto next = state;
        next.late = 0;
        next.isPrompt = false;
        int environment = 0;
        const auto &effect = execute(place, state.late, environment);
        auto move = to(place, Move::Kind::LateExecutes, TaskOf::Worker, next);
        move.environment = environment;
        move.published = publishedNumber(effect.published);
        moves.push_back(move);
    }
    if (state.life == WorkerState::Life::Paused) {
        auto next = state;
        next.life = WorkerState::Life::Runs;
        next.pause = 0;
        moves.push_back(to(place, Move::Kind::Resumes, TaskOf::Worker, next));
    }
    if (state.life != WorkerState::Life::Runs)
        return;
    for (const auto task : {TaskOf::Worker, TaskOf::Companion})
        addTaskMoves(place, state, task, moves);
    if (m_bounds.faults[Fault::Crash] > 0) {
        WorkerState next;
        next.life = WorkerState::Life::Crashed;
        next.late = state.late;
        next.isPrompt = state.isPrompt;
        moves.push_back(to(place, Move::Kind::Crashes, TaskOf::Worker, next, Fault::Crash));
    }
    if (m_bounds.faults[Fault::Pause] > 0) {
        auto next = state;
        next.life = WorkerState::Life::Paused;
        next.pause = static_cast<int>(m_bounds.pause.count());
        moves.push_back(to(place, Move::Kind::Pauses, TaskOf::Worker, next, Fault::Pause));
    }
}

void Model::addTaskMoves(const Place &place, const WorkerState &state, TaskOf task, std::vector<Move> &moves)
{
    const auto number = automaton(place.worker).node(state.node).request[at(task)];
    const auto kind = m_notebook.vocabulary.request(number).kind;
    const bool isWork = m_notebook.vocabulary.request(number).isWork;
    const auto add = [&](Move::Kind move, WorkerState next, const Observation &seen, std::optional<Fault> fault = {}) {
        next.timer[at(task)] = none;
        next.reply[at(task)] = none;
        next.isLost[at(task)] = false;
        follow(place, next, {task, seen});
        moves.push_back(to(place, move, task, next, fault));
    };
    const bool isDue = state.timer[at(task)] == 0;
    switch (kind) {
    case RequestKind::None: return;
    case RequestKind::Arrive: return add(Move::Kind::Arrives, state, {SeenKind::Arrived, 0});
    case RequestKind::Sleep:
        if (isDue)
            add(Move::Kind::Timer, state, {SeenKind::Timer, 0});
        if (isDue && isWork && m_bounds.faults[Fault::Exception] > 0)
            add(Move::Kind::Throws, state, {SeenKind::Thrown, 0}, Fault::Exception);
        return;
    case RequestKind::Subscribe: {
        auto next = state;
        next.subscription = number;
        return add(Move::Kind::Subscribes, next, {SeenKind::Subscribed, 0});
    }
    case RequestKind::Next:
        if (state.unread[0] != none) {
            auto next = state;
            std::ranges::rotate(next.unread, next.unread.begin() + 1);
            next.unread.back() = none;
            add(Move::Kind::Hears, next, {SeenKind::Message, state.unread[0]});
        }
        if (isDue)
            add(Move::Kind::HearsNothing, state, {SeenKind::NoMessage, 0});
        return;
    case RequestKind::Command:
        if (state.isLost[at(task)])
            add(Move::Kind::NoticesLoss, state, {SeenKind::Lost, 0});
        else if (state.reply[at(task)] != none)
            add(Move::Kind::Receives, state, {SeenKind::Reply, state.reply[at(task)]});
        else
            addCommandMoves(place, state, task, moves);
    }
}

void Model::lose(const Place &place, WorkerState &state, TaskOf task)
{
    if (m_bounds.faults[Fault::LateLoss] > 0) {
        state.isLost[at(task)] = true;
        state.timer[at(task)] = static_cast<int>(m_bounds.commandTimeout.count());
    } else {
        follow(place, state, {task, {SeenKind::Lost, 0}});
    }
}

void Model::addCommandMoves(const Place &place, const WorkerState &state, TaskOf task, std::vector<Move> &moves)
{
    const auto request = automaton(place.worker).node(state.node).request[at(task)];
    const auto server = m_notebook.vocabulary.request(request).server;
    // The commands of a connection execute in order.
    if (state.late != 0 && m_notebook.vocabulary.request(state.late).server == server)
        return;
    int environment = 0;
    const auto effect = execute(place, request, environment);
    const auto published = publishedNumber(effect.published);
    const Place after{place.worker, environment, place.foreign};
    auto next = state;
    next.reply[at(task)] = effect.reply;
    moves.push_back(to(after, Move::Kind::Executes, task, next));
    moves.back().published = published;
    if (m_bounds.faults[Fault::LostReply] > 0) {
        next = state;
        lose(after, next, task);
        moves.push_back(to(after, Move::Kind::ReplyLost, task, next, Fault::LostReply));
        moves.back().published = published;
    }
    if (m_bounds.faults[Fault::LostRequest] > 0) {
        next = state;
        lose(place, next, task);
        moves.push_back(to(place, Move::Kind::RequestLost, task, next, Fault::LostRequest));
    }
    if (m_bounds.faults[Fault::LateRequest] > 0 && state.late == 0) {
        next = state;
        next.late = request;
        lose(place, next, task);
        moves.push_back(to(place, Move::Kind::RequestLate, task, next, Fault::LateRequest));
    }
}

int Model::afterTime(int worker, int stateNumber, int milliseconds)
{
    auto &known = m_workers[index(worker)].later;
    const auto key = pairOf(stateNumber, milliseconds);
    if (const auto found = known.find(key); found != known.end())
        return found->second;
    auto later = state(worker, stateNumber);
    for (std::size_t task = 0; task < tasks; ++task) {
        if (later.timer[task] > 0)
            later.timer[task] = std::max(0, later.timer[task] - milliseconds);
        if (later.age[task] != none)
            later.age[task] += milliseconds;
    }
    later.pause = std::max(0, later.pause - milliseconds);
    return known[key] = state(worker, later);
}

int Model::environmentAfterTime(int number, int milliseconds)
{
    auto later = environment(number);
    for (auto &server : later.servers)
        server = m_servers.afterTime(server, milliseconds);
    if (m_bounds.readsWallClock)
        later.now += milliseconds;
    return environment(later);
}

int Model::hearing(int worker, int stateNumber, int published)
{
    if (published == 0 || state(worker, stateNumber).subscription == 0)
        return stateNumber;
    auto &known = m_workers[index(worker)].heard;
    const auto key = pairOf(stateNumber, published);
    if (const auto found = known.find(key); found != known.end())
        return found->second;
    auto next = state(worker, stateNumber);
    const auto &channel = m_notebook.vocabulary.request(next.subscription).words.front();
    for (const int message : m_published[static_cast<std::size_t>(published)]) {
        const auto free = std::ranges::find(next.unread, none);
        if (free != next.unread.end() && m_notebook.vocabulary.message(message).channel == channel)
            *free = message;
    }
    return known[key] = state(worker, next);
}

} // namespace lockcore::explorer
