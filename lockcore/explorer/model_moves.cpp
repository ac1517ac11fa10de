// SPDX-License-Identifier: MIT
// What a worker can do next.
#include "lockcore/explorer/model.h"

#include <algorithm>

namespace lockcore::explorer {

namespace {

using RequestKind = Request::Kind;
using SeenKind = Observation::Kind;

std::size_t placeOf(TaskOf task) { return static_cast<std::size_t>(task); }

} // namespace

Observation Model::read(Draft &draft, const Node &node) const
{
    const auto kind = node.read->seen.kind;
    if (kind == SeenKind::Steady) {
        auto &age = draft.state.age[placeOf(node.read->task)];
        return {kind, m_bounds.mutant == Mutant::ClockStands ? 0 : std::max(0, std::exchange(age, 0))};
    }
    if (kind == SeenKind::Now)
        return {kind, draft.environment.now + (draft.worker == 1 ? static_cast<int>(m_bounds.skew.count()) : 0)};
    if (kind != SeenKind::Token || m_bounds.mutant == Mutant::SameName)
        return {kind, 0}; // a random number: the smallest
    if (m_bounds.mutant == Mutant::FreshNames) {
        if (node.read->seen.number >= tokenNames)
            throw Unsupported{"it draws too many tokens"};
        return {kind, node.read->seen.number};
    }
    auto used = draft.foreign | tokensOf(draft.state, &node);
    for (const int server : draft.environment.servers)
        used |= m_servers.tokens(server);
    for (int name = 0; name < tokenNames; ++name) {
        if (!(used >> (draft.worker * tokenNames + name) & 1))
            return {kind, name};
    }
    throw Unsupported{"more than " + std::to_string(tokenNames) + " of a worker's tokens are remembered at once"};
}

void Model::follow(Draft &draft, const Step &step)
{
    const auto before = nodeOf(draft);
    auto &state = draft.state;
    const auto reading = [&](const Node &there) { return read(draft, there); };
    const auto edge = m_workers[index(draft.worker)].automaton->follow(state.node, step, reading);
    const auto &node = automaton(draft.worker).node(edge.node);
    for (std::size_t task = 0; task < tasks; ++task) {
        const auto &request = m_notebook.vocabulary.request(node.request[task]);
        if (!node.hasSteady[task])
            state.age[task] = WorkerState::none;
        if (request.kind != RequestKind::None && !edge.isNew[task])
            continue;
        // A request that was sent executes, even if nobody waits for its reply any more.
        const bool isDropped = task != placeOf(step.task) && state.reply[task] == WorkerState::none && !state.isLost[task]
                               && m_notebook.vocabulary.request(before.request[task]).kind == RequestKind::Command;
        if (isDropped && state.late == 0) {
            state.late = before.request[task];
            state.isPrompt = true;
        }
        const bool hasTimer = request.kind == RequestKind::Sleep || request.kind == RequestKind::Next;
        state.timer[task] = hasTimer ? static_cast<int>(request.duration.count()) : WorkerState::none;
        state.reply[task] = WorkerState::none;
        state.isLost[task] = false;
    }
    if (!node.isSubscribed) {
        state.subscription = 0;
        state.unread = {WorkerState::none, WorkerState::none, WorkerState::none};
    }
    state.node = edge.node;
    settle(draft, before, node);
}

// What a step of the worker's own code changes of what is true.
void Model::settle(Draft &draft, const Node &before, const Node &after) const
{
    auto &ledger = draft.environment.ledger;
    if (after.holds > before.holds) {
        const bool endsByItself = m_servers.lockHasDeadline(draft.environment.servers.front());
        ledger.granted(draft.worker, endsByItself || after.validity == 0 ? Ledger::unlimited : after.validity);
    }
    if (after.isInside != before.isInside)
        after.isInside ? ledger.entered(draft.worker, after.fence) : ledger.left(draft.worker);
    if (!m_bounds.reenters)
        return;
    const bool isMine = ledger.isGrantedTo(draft.worker);
    const bool isNotMineButAcquiredAgain = after.holds > before.holds && after.holds == 2 && !isMine;
    const bool waitsForItself = after.isRefused && !before.isRefused && isMine;
    const bool isStillHeld = after.hasReleased && !before.hasReleased && isMine;
    if (isNotMineButAcquiredAgain || waitsForItself || isStillHeld)
        draft.broken |= bitOf(Property::Reentry);
}

void Model::execute(Draft &draft, int request)
{
    draft.reply = m_notebook.vocabulary.request(request).isAlone ? executeAlone(draft, request) : runOnServer(draft, request);
}

int Model::runOnServer(Draft &draft, int number)
{
    const auto &request = m_notebook.vocabulary.request(number);
    auto &server = draft.environment.servers[request.server];
    const int before = server;
    const auto &effect = m_servers.execute(before, number, draft.environment.now);
    server = effect.after;
    draft.published.insert(draft.published.end(), effect.published.begin(), effect.published.end());
    draft.executed.push_back(number);
    noteLock(draft, request, before);
    return effect.reply;
}

void Model::noteLock(Draft &draft, const Request &request, int before) const
{
    const int was = m_servers.lock(before);
    const int is = m_servers.lock(draft.environment.servers[request.server]);
    if (was == is)
        return;
    auto &ledger = draft.environment.ledger;
    const bool isFirstRelease = request.releases && nodeOf(draft).holds == 2;
    if (is == 0 && isFirstRelease && ledger.isGrantedTo(draft.worker))
        draft.broken |= bitOf(Property::Reentry);
    if (was == 0 && m_bounds.mutant == Mutant::CreatorOwns)
        ledger.holdings[request.server] = {static_cast<std::int8_t>(draft.worker), true};
    const auto change = is == 0 ? Ledger::Change::Removed : Ledger::Change::Made;
    draft.broken |= ledger.changed(static_cast<int>(request.server), draft.worker, change, request.releases);
}

// The state of a connection: WATCH, MULTI, EXEC.
int Model::executeAlone(Draft &draft, int number)
{
    auto &vocabulary = m_notebook.vocabulary;
    auto &state = draft.state;
    const auto words = vocabulary.request(number).words;
    const auto &name = words.front();
    const bool isInMulti = state.queued != 0;
    const auto forget = [&] {
        state.isWatching = state.isTouched = false;
        state.queued = 0;
    };
    const auto ok = [&] { return vocabulary.reply(Reply::status("OK")); };
    if (name == "WATCH" && (words.size() != 2 || words[1] != lockKey))
        throw Unsupported{"it watches something else than the lock"};
    if (name == "EXEC" || name == "DISCARD") {
        if (!isInMulti)
            return vocabulary.reply(Reply::error("ERR " + name + " without MULTI"));
        auto queued = m_lists[state.queued];
        queued.erase(queued.begin()); // MULTI
        const bool isTouched = state.isTouched;
        forget();
        if (name == "DISCARD")
            return ok();
        if (isTouched)
            return vocabulary.reply(Reply::nil());
        std::vector<Reply> replies;
        for (const int request : queued)
            replies.push_back(vocabulary.reply(runOnServer(draft, request)));
        return vocabulary.reply(Reply::array(std::move(replies)));
    }
    if (isInMulti && name == "WATCH")
        return vocabulary.reply(Reply::error("ERR WATCH inside MULTI is not allowed"));
    if (isInMulti && name == "MULTI")
        return vocabulary.reply(Reply::error("ERR MULTI calls can not be nested"));
    if (isInMulti || name == "MULTI") {
        auto queued = m_lists[state.queued];
        queued.push_back(number);
        state.queued = list(queued);
        return isInMulti ? vocabulary.reply(Reply::status("QUEUED")) : ok();
    }
    if (name == "WATCH") {
        state.isWatching = m_everWatches = true;
        return ok();
    }
    if (name == "UNWATCH") {
        forget();
        return ok();
    }
    return runOnServer(draft, number);
}

Move Model::finish(const Draft &draft, Move::Kind kind, TaskOf task, std::optional<Fault> fault)
{
    return {.kind = kind,
            .task = task,
            .fault = fault,
            .broken = draft.broken,
            .state = state(draft.worker, draft.state),
            .environment = environment(draft.environment),
            .published = list(draft.published),
            .executed = list(draft.executed),
            .reply = draft.reply};
}

void Model::addMoves(const Draft &before, std::vector<Move> &moves)
{
    if (before.state.late != 0) {
        auto draft = before;
        draft.state.late = 0;
        draft.state.isPrompt = false;
        execute(draft, before.state.late);
        moves.push_back(finish(draft, Move::Kind::LateExecutes, TaskOf::Worker));
    }
    if (before.state.life == WorkerState::Life::Paused) {
        auto draft = before;
        draft.state.life = WorkerState::Life::Runs;
        draft.state.pause = 0;
        moves.push_back(finish(draft, Move::Kind::Resumes, TaskOf::Worker));
    }
    if (before.state.life != WorkerState::Life::Runs)
        return;
    for (const auto task : {TaskOf::Worker, TaskOf::Companion})
        addTaskMoves(before, task, moves);
    if (m_bounds.faults[Fault::Crash] > 0) {
        auto draft = before;
        draft.state.life = WorkerState::Life::Gone;
        draft.environment.ledger.left(draft.worker);
        moves.push_back(finish(draft, Move::Kind::Crashes, TaskOf::Worker, Fault::Crash));
    }
    if (m_bounds.faults[Fault::Pause] > 0) {
        auto draft = before;
        draft.state.life = WorkerState::Life::Paused;
        draft.state.pause = static_cast<int>(m_bounds.pause.count());
        moves.push_back(finish(draft, Move::Kind::Pauses, TaskOf::Worker, Fault::Pause));
    }
}

void Model::addTaskMoves(const Draft &before, TaskOf task, std::vector<Move> &moves)
{
    const auto &state = before.state;
    const auto number = nodeOf(before).request[placeOf(task)];
    const auto kind = m_notebook.vocabulary.request(number).kind;
    const bool isWork = m_notebook.vocabulary.request(number).isWork;
    const auto add = [&](Move::Kind move, Draft draft, const Observation &seen, std::optional<Fault> fault = {}) {
        draft.state.timer[placeOf(task)] = WorkerState::none;
        draft.state.reply[placeOf(task)] = WorkerState::none;
        draft.state.isLost[placeOf(task)] = false;
        follow(draft, {task, seen});
        moves.push_back(finish(draft, move, task, fault));
        const bool begins = m_notebook.vocabulary.request(nodeOf(draft).request[placeOf(task)]).isWork;
        if (begins && m_bounds.otherWork) {
            draft.state.timer[placeOf(task)] = static_cast<int>(m_bounds.otherWork->count());
            moves.push_back(finish(draft, move, task, fault));
            moves.back().isOtherWork = true;
        }
    };
    const bool isDue = state.timer[placeOf(task)] == 0;
    switch (kind) {
    case RequestKind::None: return;
    case RequestKind::Arrive: return add(Move::Kind::Arrives, before, {SeenKind::Arrived, 0});
    case RequestKind::Sleep:
        if (isDue) {
            auto draft = before;
            if (isWork) // its end is a write
                draft.broken = draft.environment.ledger.wrote(draft.worker, nodeOf(draft).fence);
            add(Move::Kind::Timer, draft, {SeenKind::Timer, 0});
        }
        if (isDue && isWork && m_bounds.faults[Fault::Exception] > 0)
            add(Move::Kind::Throws, before, {SeenKind::Thrown, 0}, Fault::Exception);
        return;
    case RequestKind::Subscribe: {
        auto draft = before;
        draft.state.subscription = number;
        return add(Move::Kind::Subscribes, draft, {SeenKind::Subscribed, 0});
    }
    case RequestKind::Next:
        if (state.unread[0] != WorkerState::none) {
            auto draft = before;
            std::ranges::rotate(draft.state.unread, draft.state.unread.begin() + 1);
            draft.state.unread.back() = WorkerState::none;
            add(Move::Kind::Hears, draft, {SeenKind::Message, state.unread[0]});
        }
        if (isDue)
            add(Move::Kind::HearsNothing, before, {SeenKind::NoMessage, 0});
        return;
    case RequestKind::Command:
        if (state.isLost[placeOf(task)])
            add(Move::Kind::NoticesLoss, before, {SeenKind::Lost, 0});
        else if (state.reply[placeOf(task)] != WorkerState::none)
            add(Move::Kind::Receives, before, {SeenKind::Reply, state.reply[placeOf(task)]});
        else
            addCommandMoves(before, task, moves);
    }
}

void Model::lose(Draft &draft, TaskOf task)
{
    if (m_bounds.faults[Fault::LateLoss] > 0) {
        draft.state.isLost[placeOf(task)] = true;
        draft.state.timer[placeOf(task)] = static_cast<int>(m_bounds.commandTimeout.count());
    } else {
        follow(draft, {task, {SeenKind::Lost, 0}});
    }
}

// The commands of a connection execute in order.
bool Model::waitsForLate(const WorkerState &state, int request) const
{
    if (state.late == 0 || m_bounds.mutant == Mutant::ForgetsOrder)
        return false;
    const auto &late = m_notebook.vocabulary.request(state.late);
    const auto &own = m_notebook.vocabulary.request(request);
    return late.server == own.server && late.isAlone == own.isAlone;
}

// What goes over a connection of its own is asked when its turn comes.
void Model::addQuestions(int worker, int stateNumber, int environmentNumber, std::vector<Servers::Pending> &pending) const
{
    if (m_workers[index(worker)].moves.find(stateNumber, environmentNumber) != PairMap::unknown)
        return;
    const auto &state = this->state(worker, stateNumber);
    const auto &environment = this->environment(environmentNumber);
    const auto add = [&](int number) {
        const auto &request = m_notebook.vocabulary.request(number);
        if (request.kind == RequestKind::Command && !request.isAlone)
            pending.push_back({environment.servers[request.server], number, environment.now});
    };
    if (state.late != 0)
        add(state.late);
    if (state.life != WorkerState::Life::Runs)
        return;
    const auto &node = automaton(worker).node(state.node);
    for (std::size_t task = 0; task < tasks; ++task) {
        if (state.reply[task] == WorkerState::none && !state.isLost[task] && !waitsForLate(state, node.request[task]))
            add(node.request[task]);
    }
}

void Model::addCommandMoves(const Draft &before, TaskOf task, std::vector<Move> &moves)
{
    const auto number = nodeOf(before).request[placeOf(task)];
    if (waitsForLate(before.state, number))
        return;
    auto executed = before;
    execute(executed, number);
    auto draft = executed;
    draft.state.reply[placeOf(task)] = draft.reply;
    moves.push_back(finish(draft, Move::Kind::Executes, task));
    if (m_bounds.faults[Fault::LostReply] > 0) {
        draft = executed;
        lose(draft, task);
        moves.push_back(finish(draft, Move::Kind::ReplyLost, task, Fault::LostReply));
    }
    if (m_bounds.faults[Fault::LostRequest] > 0) {
        draft = before;
        lose(draft, task);
        moves.push_back(finish(draft, Move::Kind::RequestLost, task, Fault::LostRequest));
    }
    if (m_bounds.faults[Fault::LateRequest] > 0 && before.state.late == 0) {
        draft = before;
        draft.state.late = number;
        lose(draft, task);
        moves.push_back(finish(draft, Move::Kind::RequestLate, task, Fault::LateRequest));
    }
}

} // namespace lockcore::explorer
