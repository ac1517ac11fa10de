// SPDX-License-Identifier: MIT
#include "lockcore/explorer/search.h"

#include "lockcore/explorer/state_store.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace lockcore::explorer {

namespace {

constexpr int faultBits = 2;
constexpr std::uint32_t faultMask = (1u << faultBits) - 1;

std::uint32_t packed(const FaultBudget &budget)
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < faultKinds; ++i)
        bits |= static_cast<std::uint32_t>(budget[static_cast<Fault>(i)]) << (i * faultBits);
    return bits;
}

int leftOf(std::uint32_t faults, Fault fault)
{
    return static_cast<int>(faults >> (static_cast<std::size_t>(fault) * faultBits) & faultMask);
}

std::uint32_t costOf(Fault fault) { return 1u << (static_cast<std::size_t>(fault) * faultBits); }

// One state: the environment, each worker's state, the faults that are left.
struct State
{
    int environment = 0;
    std::vector<int> workers;
    std::uint32_t faults = 0;
};

struct Happened
{
    int worker = TraceStep::nobody;
    Move move;
    int server = 0; ///< of a server's fault
    int passed = 0;
};

class Search
{
public:
    Search(const Bounds &bounds, Oracle &oracle, Control &control)
        : m_bounds(bounds)
        , m_control(control)
        , m_model(bounds, oracle)
        , m_store(static_cast<std::size_t>(bounds.workers) + 2)
    { }

    SearchResult run()
    {
        State first;
        for (int worker = 0; worker < m_bounds.workers; ++worker)
            first.workers.push_back(m_model.firstState(worker));
        first.faults = packed(m_bounds.faults);
        m_store.insert(numbersOf(first), 0);
        for (const auto property : properties)
            m_result.findings[property];
        m_canEverBeTaken = canBeTaken(first);
        for (std::size_t at = 0; at < m_store.size() && !isDecided(); ++at) {
            if (m_control.cancelled) {
                m_result.cancelled = true;
                break;
            }
            examine(at);
        }
        m_result.complete = !m_result.cancelled && !isCut();
        m_result.states = static_cast<std::int64_t>(m_store.size());
        conclude();
        for (int i = 1; i <= m_bounds.samples; ++i)
            m_result.samples.push_back(
                traceTo((m_store.size() - 1) * static_cast<std::size_t>(i) / static_cast<std::size_t>(m_bounds.samples)));
        return std::move(m_result);
    }

private:
    std::vector<StateStore::Number> numbersOf(const State &state) const
    {
        std::vector<StateStore::Number> numbers = {static_cast<StateStore::Number>(state.environment)};
        for (const int worker : state.workers)
            numbers.push_back(static_cast<StateStore::Number>(worker));
        numbers.push_back(state.faults);
        return numbers;
    }

    State stateOf(std::size_t number) const
    {
        const auto numbers = m_store[number];
        State state{static_cast<int>(numbers.front()), {}, numbers.back()};
        for (const auto worker : numbers.subspan(1, numbers.size() - 2))
            state.workers.push_back(static_cast<int>(worker));
        return state;
    }

    bool isDecided() const
    {
        return std::ranges::all_of(m_result.findings, [&](const auto &finding) {
            return finding.second.violation || (m_bounds.only && *m_bounds.only != finding.first);
        });
    }
    bool isCut() const { return m_store.size() >= m_bounds.mostStates; }

    const WorkerFacts &facts(const State &state, int worker) const
    {
        return m_model.facts(worker, state.workers[static_cast<std::size_t>(worker)]);
    }

    void examine(std::size_t at)
    {
        const auto state = stateOf(at);
        std::vector<int> inside;
        bool allRest = true;
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            if (facts(state, worker).isInside)
                inside.push_back(worker);
            allRest = allRest && facts(state, worker).rests;
        }
        m_entered.insert(inside.begin(), inside.end());
        if (inside.size() > 1)
            report(Property::MutualExclusion, at);
        m_rested = m_rested || (allRest && at > 0);
        if (allRest && m_canEverBeTaken && !m_result.findings[Property::NoImmortalLock].violation && !canBeTaken(state))
            report(Property::NoImmortalLock, at);
        eachNext(state, [&](const State &next, const Happened &) {
            ++m_result.transitions;
            if (!isCut())
                m_store.insert(numbersOf(next), at);
        });
    }

    template <class Each>
    void eachNext(const State &state, const Each &each)
    {
        bool isUrgent = false;
        bool mayWait = false;
        bool isAlive = false;
        int next = Servers::never;
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            const auto &known = facts(state, worker);
            isUrgent = isUrgent || known.isUrgent;
            mayWait = mayWait || known.mayWait;
            isAlive = isAlive || known.isAlive;
            next = std::min(next, known.next);
            eachMove(state, worker, each);
        }
        eachFaultOfAServer(state, each);
        if (!isUrgent && isAlive)
            passTime(state, mayWait, next, each);
    }

    template <class Each>
    void eachMove(const State &state, int worker, const Each &each)
    {
        TokenNames foreign = 0;
        for (int other = 0; other < m_bounds.workers; ++other)
            foreign |= other == worker ? 0 : facts(state, other).tokens;
        foreign &= TokenNames((1u << tokenNames) - 1) << (worker * tokenNames);
        const auto self = static_cast<std::size_t>(worker);
        for (const auto &move : m_model.moves(worker, state.workers[self], state.environment, foreign)) {
            if (move.fault && leftOf(state.faults, *move.fault) == 0)
                continue;
            auto next = state;
            next.environment = move.environment;
            next.workers[self] = move.state;
            next.faults -= move.fault ? costOf(*move.fault) : 0;
            if (move.published != 0) {
                for (int other = 0; other < m_bounds.workers; ++other) {
                    auto &listener = next.workers[static_cast<std::size_t>(other)];
                    listener = m_model.hearing(other, listener, move.published);
                }
            }
            each(next, Happened{worker, move, 0, 0});
        }
    }

    template <class Each>
    void eachFaultOfAServer(const State &state, const Each &each)
    {
        for (const auto &[fault, kind] :
             {std::pair(Fault::ServerForgets, Move::Kind::ServerForgets), std::pair(Fault::ForceRelease, Move::Kind::ForceRelease)}) {
            if (leftOf(state.faults, fault) == 0)
                continue;
            for (int server = 0; server < m_bounds.servers; ++server) {
                auto environment = m_model.environment(state.environment);
                auto &content = environment.servers[static_cast<std::size_t>(server)];
                const int after = fault == Fault::ServerForgets ? Servers::empty : m_model.servers().without(content, lockKey);
                if (after == content)
                    continue;
                content = after;
                auto next = state;
                next.environment = m_model.environment(environment);
                next.faults -= costOf(fault);
                Happened happened;
                happened.move.kind = kind;
                happened.server = server;
                each(next, happened);
            }
        }
    }

    // If something may happen at any time, each millisecond counts.
    template <class Each>
    void passTime(const State &state, bool mayWait, int next, const Each &each)
    {
        for (const int server : m_model.environment(state.environment).servers)
            next = std::min(next, m_model.servers().nextExpiry(server));
        if (next == Servers::never)
            return;
        Happened happened;
        happened.move.kind = Move::Kind::TimePasses;
        happened.passed = mayWait ? 1 : next;
        auto later = state;
        later.environment = m_model.environmentAfterTime(state.environment, happened.passed);
        if (m_bounds.horizon.count() > 0 && m_model.environment(later.environment).now > m_bounds.horizon.count())
            return;
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            auto &number = later.workers[static_cast<std::size_t>(worker)];
            number = m_model.afterTime(worker, number, happened.passed);
        }
        each(later, happened);
    }

    // A fresh worker comes and waits as the protocol waits, while the others only do what they cannot help doing (a watchdog that nobody
    // stopped renews). What it meets twice comes for ever.
    bool canBeTaken(const State &rest)
    {
        std::vector<int> now = {rest.environment};
        for (int worker = 0; worker < m_bounds.workers; ++worker)
            now.push_back(facts(rest, worker).isAlive ? rest.workers[static_cast<std::size_t>(worker)] : TraceStep::nobody);
        if (const auto known = m_canBeTaken.find(now); known != m_canBeTaken.end())
            return known->second;
        const auto begin = now;
        now.push_back(m_model.firstState(m_bounds.workers));
        const auto most = m_model.environment(rest.environment).now + 20 * m_bounds.lease.count() + 1'000;
        std::set<std::vector<int>> met;
        bool isTaken = false;
        while (!isTaken && met.insert(now).second && m_model.environment(now.front()).now <= most && goOn(now))
            isTaken = m_model.facts(m_bounds.workers, now.back()).isInside;
        return m_canBeTaken[begin] = isTaken;
    }

    // The environment, then a state for each worker, also for the fresh one. False: nothing happens any more.
    bool goOn(std::vector<int> &now)
    {
        int next = Servers::never;
        for (int worker = 0; worker <= m_bounds.workers; ++worker) {
            auto &state = now[static_cast<std::size_t>(worker) + 1];
            if (state == TraceStep::nobody)
                continue;
            next = std::min(next, m_model.facts(worker, state).next);
            for (const auto &move : m_model.moves(worker, state, now.front(), 0)) {
                if (move.fault || (move.kind == Move::Kind::Arrives && worker != m_bounds.workers))
                    continue;
                now.front() = move.environment;
                state = move.state;
                for (int listener = 0; listener <= m_bounds.workers; ++listener) {
                    auto &hears = now[static_cast<std::size_t>(listener) + 1];
                    hears = hears == TraceStep::nobody ? hears : m_model.hearing(listener, hears, move.published);
                }
                return true;
            }
        }
        for (const int server : m_model.environment(now.front()).servers)
            next = std::min(next, m_model.servers().nextExpiry(server));
        if (next == Servers::never)
            return false;
        now.front() = m_model.environmentAfterTime(now.front(), next);
        for (int worker = 0; worker <= m_bounds.workers; ++worker) {
            auto &state = now[static_cast<std::size_t>(worker) + 1];
            state = state == TraceStep::nobody ? state : m_model.afterTime(worker, state, next);
        }
        return true;
    }

    void report(Property property, std::size_t at)
    {
        auto &violation = m_result.findings[property].violation;
        if (violation)
            return;
        violation.emplace();
        for (std::size_t i = 0; i < faultKinds; ++i) {
            const auto fault = static_cast<Fault>(i);
            violation->faults[fault] =
                fault == Fault::LateLoss ? m_bounds.faults[fault] : m_bounds.faults[fault] - leftOf(stateOf(at).faults, fault);
        }
        violation->trace = traceTo(at);
    }

    Trace traceTo(std::size_t at)
    {
        std::vector<std::size_t> path = {at};
        while (path.back() != 0)
            path.push_back(m_store.before(path.back()));
        std::ranges::reverse(path);
        Trace trace;
        int time = 0;
        for (std::size_t i = 0; i + 1 < path.size(); ++i)
            trace.push_back(stepBetween(stateOf(path[i]), path[i + 1], time));
        return trace;
    }

    TraceStep stepBetween(const State &before, std::size_t after, int &time)
    {
        TraceStep step;
        bool isFound = false;
        const auto wanted = m_store[after];
        eachNext(before, [&](const State &next, const Happened &happened) {
            if (isFound || !std::ranges::equal(numbersOf(next), wanted))
                return;
            isFound = true;
            describe(step, before, next, happened);
        });
        assert(isFound);
        time += step.passed;
        step.at = time;
        return step;
    }

    void describe(TraceStep &step, const State &before, const State &after, const Happened &happened)
    {
        const auto &vocabulary = m_model.notebook().vocabulary;
        step.worker = happened.worker;
        step.kind = happened.move.kind;
        step.passed = happened.passed;
        step.request.server = static_cast<std::size_t>(happened.server);
        if (happened.worker != TraceStep::nobody) {
            const auto &state = m_model.state(happened.worker, before.workers[static_cast<std::size_t>(happened.worker)]);
            const auto task = static_cast<std::size_t>(happened.move.task);
            const bool isLate = step.kind == Move::Kind::LateExecutes;
            const int request = isLate ? state.late : m_model.automaton(happened.worker).node(state.node).request[task];
            step.request = vocabulary.request(request);
            const auto server = m_model.environment(before.environment).servers[step.request.server];
            if (step.kind == Move::Kind::Executes || step.kind == Move::Kind::ReplyLost || isLate)
                step.reply =
                    vocabulary.reply(m_model.servers().execute(server, request, m_model.environment(before.environment).now).reply);
            else if (step.kind == Move::Kind::Receives)
                step.reply = vocabulary.reply(state.reply[task]);
        }
        for (int server = 0; server < m_bounds.servers; ++server)
            step.servers.push_back(
                m_model.servers().keys(m_model.environment(after.environment).servers[static_cast<std::size_t>(server)]));
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            if (facts(after, worker).isInside)
                step.inside.push_back(worker);
        }
    }

    // What nothing led to was not put to the test.
    void conclude()
    {
        for (auto &[property, finding] : m_result.findings) {
            const bool isExercised = property == Property::MutualExclusion ? m_entered.size() > 1 : m_rested && m_canEverBeTaken;
            finding.verdict = finding.violation ? Verdict::Violated : isExercised ? Verdict::Held : Verdict::NotExercised;
        }
    }

    const Bounds &m_bounds;
    Control &m_control;
    Model m_model;
    StateStore m_store;
    SearchResult m_result;
    std::set<int> m_entered;
    bool m_rested = false;
    bool m_canEverBeTaken = false; ///< by a worker that is alone
    std::map<std::vector<int>, bool> m_canBeTaken;
};

} // namespace

Result<SearchResult> search(const Bounds &bounds, Oracle &oracle, Control &control)
{
    try {
        return Search(bounds, oracle, control).run();
    } catch (const Unsupported &unsupported) {
        return Error{ErrorKind::Refused,
                     (bounds.scripts ? "your scripts" : "the protocol " + bounds.protocol) + " cannot be examined: " + unsupported.why,
                     "unsupported"};
    } catch (const OracleFailed &failed) {
        return failed.error;
    }
}

} // namespace lockcore::explorer
