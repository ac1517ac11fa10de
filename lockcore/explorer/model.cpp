// SPDX-License-Identifier: MIT
#include "lockcore/explorer/model.h"

#include <algorithm>

namespace lockcore::explorer {

namespace {

constexpr int none = WorkerState::none;
using RequestKind = Request::Kind;
using SeenKind = Observation::Kind;

// It has crashed or ended, which makes no difference any more.
WorkerState goneOf(const WorkerState &before)
{
    WorkerState gone;
    gone.life = WorkerState::Life::Gone;
    gone.late = before.late;
    gone.isPrompt = before.isPrompt;
    if (gone.late != 0) { // its connection is still open
        gone.isWatching = before.isWatching;
        gone.isTouched = before.isTouched;
        gone.queued = before.queued;
    }
    return gone;
}

std::size_t at(TaskOf task) { return static_cast<std::size_t>(task); }

} // namespace

Model::Model(const Bounds &bounds, Oracle &oracle)
    : m_bounds(bounds)
    , m_servers(oracle, m_notebook.vocabulary, bounds)
    , m_workers(static_cast<std::size_t>(bounds.workers) + 1) // the last is the fresh worker of no-immortal-lock
{
    (void)list({}); // 0
    (void)environment(Environment());
    m_moves.emplace_back().reserve(movesAtOnce);
    m_moves.back().push_back({}); // noMoves
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_workers[i].automaton = std::make_unique<Automaton>(m_notebook, m_bounds, static_cast<int>(i));
}

// A worker that has ended remembers nothing, and one that is gone has no connection.
int Model::state(int worker, WorkerState state)
{
    if (state.life == WorkerState::Life::Runs) {
        const auto &node = automaton(worker).node(state.node);
        if (node.hasEnded && node.request[at(TaskOf::Companion)] == 0)
            state.life = WorkerState::Life::Gone;
    }
    if (state.life == WorkerState::Life::Gone)
        state = goneOf(state);
    if (state.life == WorkerState::Life::Gone && m_bounds.mutant == Mutant::DropsLate)
        state.late = 0;
    auto &known = m_workers[index(worker)];
    const auto [number, isNew] = known.states.intern(state);
    if (isNew)
        known.facts.push_back(factsOf(worker, state));
    return number;
}

WorkerFacts Model::factsOf(int worker, const WorkerState &state) const
{
    const auto &vocabulary = m_notebook.vocabulary;
    WorkerFacts facts;
    if (state.late != 0) {
        facts.isUrgent = state.isPrompt;
        facts.mayWait = true;
    }
    facts.isWatching = state.isWatching && !state.isTouched;
    facts.isAlive = state.life == WorkerState::Life::Runs || state.life == WorkerState::Life::Paused;
    facts.rests = !facts.isAlive && state.late == 0;
    const auto &node = automaton(worker).node(state.node);
    facts.tokens = tokensOf(state, facts.isAlive ? &node : nullptr);
    if (!facts.isAlive)
        return facts;
    facts.isInside = node.isInside;
    facts.holds = node.holds;
    const bool isIdle = node.hasEnded || vocabulary.request(node.request[at(TaskOf::Worker)]).kind == RequestKind::Arrive;
    facts.rests = isIdle && state.life == WorkerState::Life::Runs && state.late == 0;
    if (state.life == WorkerState::Life::Paused) {
        facts.mayWait = true;
        if (state.pause == 0)
            facts.isUrgent = true;
        else
            facts.next = state.pause;
    }
    for (std::size_t task = 0; task < tasks; ++task) {
        const auto &request = vocabulary.request(node.request[task]);
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

// Of a worker at this place; none: one that is gone, whose connection may still be open.
TokenNames Model::tokensOf(const WorkerState &state, const Node *node) const
{
    const auto &vocabulary = m_notebook.vocabulary;
    auto requests = m_lists[state.queued];
    requests.push_back(state.late);
    TokenNames tokens = 0;
    if (node) {
        tokens = node->tokens;
        requests.insert(requests.end(), node->request.begin(), node->request.end());
        for (const int reply : state.reply)
            tokens |= reply == none ? 0 : tokensIn(vocabulary.reply(reply));
    }
    for (const int request : requests) {
        for (const auto &word : vocabulary.request(request).words)
            tokens |= tokensIn(word);
    }
    return tokens;
}

int Model::firstState(int worker)
{
    Draft draft{worker, 0, {}, {}, {}, {}};
    follow(draft, {TaskOf::Worker, {SeenKind::Start, 0}});
    return state(worker, draft.state);
}

std::span<const Move> Model::moves(int worker, int stateNumber, int environmentNumber, TokenNames foreign)
{
    auto &known = m_workers[index(worker)];
    const auto draft = [&] { return Draft{worker, foreign, state(worker, stateNumber), environment(environmentNumber), {}, {}}; };
    int row = PairMap::unknown;
    if (foreign == 0) {
        row = known.moves.find(stateNumber, environmentNumber);
        if (row == PairMap::unknown) {
            row = rowOf(draft());
            known.moves.insert(stateNumber, environmentNumber, row);
        }
    } else {
        const auto [number, isNew] =
            known.rareMoves.intern({static_cast<std::uint64_t>(stateNumber), static_cast<std::uint64_t>(environmentNumber), foreign});
        if (isNew)
            known.rareRows.push_back(rowOf(draft()));
        row = known.rareRows[index(number)];
    }
    const auto *const first = rowAt(row);
    return {first, first->ofRow};
}

void Model::fetchMoves(int worker, int state, int environment) const
{
    if (const int row = m_workers[index(worker)].moves.find(state, environment); row != PairMap::unknown)
        __builtin_prefetch(rowAt(row));
}

int Model::rowOf(const Draft &before)
{
    std::vector<Move> moves;
    addMoves(before, moves);
    if (moves.empty())
        return noMoves;
    moves.front().ofRow = static_cast<std::uint16_t>(moves.size());
    if (m_moves.back().size() + moves.size() > movesAtOnce)
        m_moves.emplace_back().reserve(movesAtOnce);
    auto &room = m_moves.back();
    const auto begin = (m_moves.size() - 1) * movesAtOnce + room.size();
    room.insert(room.end(), moves.begin(), moves.end());
    return static_cast<int>(begin);
}

int Model::afterTime(int worker, int stateNumber, int milliseconds)
{
    auto &known = m_workers[index(worker)].later;
    if (const int found = known.find(stateNumber, milliseconds); found != PairMap::unknown)
        return found;
    auto later = state(worker, stateNumber);
    for (std::size_t task = 0; task < tasks; ++task) {
        if (later.timer[task] > 0)
            later.timer[task] = std::max(0, later.timer[task] - milliseconds);
        if (later.age[task] != none)
            later.age[task] += milliseconds;
    }
    later.pause = std::max(0, later.pause - milliseconds);
    const int number = state(worker, later);
    known.insert(stateNumber, milliseconds, number);
    return number;
}

int Model::environmentAfterTime(int number, int milliseconds)
{
    if (const int found = m_later.find(number, milliseconds); found != PairMap::unknown)
        return found;
    auto later = environment(number);
    for (std::size_t i = 0; i < later.servers.size(); ++i) {
        auto &server = later.servers[i];
        const int was = m_servers.lock(server);
        server = m_servers.afterTime(server, milliseconds);
        if (was != 0 && m_servers.lock(server) == 0)
            later.ledger.gone(static_cast<int>(i));
    }
    later.ledger.pass(milliseconds);
    if (m_bounds.readsWallClock)
        later.now += milliseconds;
    const int after = environment(later);
    m_later.insert(number, milliseconds, after);
    return after;
}

int Model::environmentAfterLoss(int number, int server, bool ofAll)
{
    auto after = environment(number);
    auto &content = after.servers[index(server)];
    content = ofAll ? Servers::empty : m_servers.without(content, lockKey);
    after.ledger.gone(server);
    return environment(after);
}

int Model::hearing(int worker, int stateNumber, int published)
{
    if (published == 0 || state(worker, stateNumber).subscription == 0)
        return stateNumber;
    auto &known = m_workers[index(worker)].heard;
    if (const int found = known.find(stateNumber, published); found != PairMap::unknown)
        return found;
    auto next = state(worker, stateNumber);
    const auto &channel = m_notebook.vocabulary.request(next.subscription).words.front();
    for (const int message : m_lists[published]) {
        const auto free = std::ranges::find(next.unread, none);
        if (free != next.unread.end() && m_notebook.vocabulary.message(message).channel == channel)
            *free = message;
    }
    const int number = state(worker, next);
    known.insert(stateNumber, published, number);
    return number;
}

int Model::touched(int worker, int stateNumber)
{
    auto next = state(worker, stateNumber);
    next.isTouched = m_bounds.mutant != Mutant::WatchesNothing;
    return state(worker, next);
}

bool Model::touchesLock(int number, int executed)
{
    auto contents = environment(number).servers;
    const int now = environment(number).now;
    for (const int request : m_lists[executed]) {
        const auto server = m_notebook.vocabulary.request(request).server;
        if (server == 0 && m_servers.touchesLock(contents[server], request, now))
            return true;
        contents[server] = m_servers.execute(contents[server], request, now).after;
    }
    return false;
}

} // namespace lockcore::explorer
