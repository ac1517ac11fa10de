// SPDX-License-Identifier: MIT
#include "lockcore/explorer/search.h"

#include "lockcore/explorer/state_store.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <fstream>
#include <set>

#include <unistd.h>

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
    std::array<int, mostWorkers> workers{};
    std::uint32_t faults = 0;
};

struct Happened
{
    int worker = TraceStep::nobody;
    const Move *move;
    int server = 0; ///< of a server's fault
    int passed = 0;

    RouteStep step() const { return {worker, move->kind, move->task, server, passed, move->isOtherWork}; }
};

const Move forgets = {.kind = Move::Kind::ServerForgets};
const Move forceRelease = {.kind = Move::Kind::ForceRelease};
const Move timePasses = {.kind = Move::Kind::TimePasses};

// What the program has in memory, in bytes. Linux only, as the Explorer is; elsewhere 0.
std::size_t residentMemory()
{
    std::size_t pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

class Search
{
public:
    Search(const Bounds &bounds, Oracle &oracle, Control &control, std::optional<Guide> guide = {})
        : m_bounds(bounds)
        , m_control(control)
        , m_model(bounds, oracle)
        , m_store(static_cast<std::size_t>(bounds.workers) + 2, bounds.mostStates)
        , m_guide(std::move(guide))
        , m_asksAhead(!m_guide)
    { }

    SearchResult run()
    {
        State first;
        for (int worker = 0; worker < m_bounds.workers; ++worker)
            first.workers[index(worker)] = m_model.firstState(worker);
        first.faults = packed(m_bounds.faults);
        m_store.insert(numbersOf(first), 0);
        for (const auto property : properties) {
            if (m_bounds.reenters == (property == Property::Reentry))
                m_result.findings[property];
        }
        m_canEverBeTaken = canBeTaken(first);
        for (std::size_t at = 0; at < m_store.size() && (m_guide || !isDecided()); ++at) {
            if (m_control.cancelled) {
                m_result.cancelled = true;
                break;
            }
            if (at == m_layerEnd) {
                m_control.depth = at == 0 ? 0 : m_control.depth + 1;
                askAhead(at);
            }
            watch(at);
            examine(at);
            if (at + 1 == m_layerEnd)
                m_store.flush();
        }
        m_store.flush();
        m_result.complete = !m_result.cancelled && !isCut();
        m_result.states = static_cast<std::int64_t>(m_store.size());
        conclude();
        for (int i = 1; i <= m_bounds.samples; ++i)
            m_result.samples.push_back(
                traceTo((m_store.size() - 1) * static_cast<std::size_t>(i) / static_cast<std::size_t>(m_bounds.samples)));
        if (m_control.atEnd)
            m_control.atEnd();
        return std::move(m_result);
    }

    std::optional<std::size_t> stuckAt(const Route &route) const
    {
        return m_guide->done() < route.size() ? std::optional(m_guide->done()) : std::nullopt;
    }

private:
    static std::size_t index(int worker) { return static_cast<std::size_t>(worker); }

    /// As the store keeps a state: for the length of this call.
    std::span<const StateStore::Number> numbersOf(const State &state)
    {
        m_numbers[0] = static_cast<StateStore::Number>(state.environment);
        for (std::size_t worker = 0; worker < index(m_bounds.workers); ++worker)
            m_numbers[worker + 1] = static_cast<StateStore::Number>(state.workers[worker]);
        m_numbers[index(m_bounds.workers) + 1] = state.faults;
        return {m_numbers.data(), index(m_bounds.workers) + 2};
    }

    State stateOf(std::size_t number) const
    {
        const auto numbers = m_store[number];
        State state;
        state.environment = static_cast<int>(numbers.front());
        state.faults = numbers.back();
        for (std::size_t worker = 0; worker < index(m_bounds.workers); ++worker)
            state.workers[worker] = static_cast<int>(numbers[worker + 1]);
        return state;
    }

    bool isDecided() const
    {
        return std::ranges::all_of(m_result.findings, [&](const auto &finding) {
            return finding.second.violation || (m_bounds.only && *m_bounds.only != finding.first);
        });
    }
    bool isCut() const { return m_lacksMemory || m_store.isFull(); }

    // Says how far it is, and ends what would need too much memory.
    void watch(std::size_t at)
    {
        constexpr std::size_t now_and_then = 1 << 12;
        if (at % now_and_then != 0)
            return;
        m_control.states = static_cast<std::int64_t>(m_store.size());
        m_control.frontier = static_cast<std::int64_t>(m_store.size() - at);
        m_lacksMemory = m_lacksMemory || residentMemory() + m_store.growth() > m_bounds.mostMemory;
    }

    const WorkerFacts &facts(const State &state, int worker) const
    {
        return m_model.facts(worker, state.workers[static_cast<std::size_t>(worker)]);
    }

    void examine(std::size_t at)
    {
        const auto state = stateOf(at);
        expect(at);
        std::uint32_t inside = 0;
        bool allRest = true;
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            const auto &known = facts(state, worker);
            inside |= known.isInside ? 1u << worker : 0;
            allRest = allRest && known.rests;
            m_hasReentered = m_hasReentered || known.holds == 2;
        }
        m_entered |= inside;
        if (std::popcount(inside) > 1)
            report(Property::MutualExclusion, at);
        m_rested = m_rested || (allRest && at > 0);
        if (allRest && at > 0 && m_canEverBeTaken && isOpen(Property::NoImmortalLock) && !canBeTaken(state))
            report(Property::NoImmortalLock, at);
        std::optional<RouteStep> taken;
        eachNext(state, [&](const State &next, const Happened &happened) {
            if (m_guide && (taken || !m_guide->fits(happened.step())))
                return;
            ++m_result.transitions;
            if (happened.move->broken != 0)
                reportAll(state, next, happened, at);
            if (isCut())
                return;
            if (!m_guide)
                m_store.add(numbersOf(next), at);
            else if (m_store.insert(numbersOf(next), at))
                taken = happened.step();
        });
        if (m_guide && taken)
            m_guide->goOn(*taken);
    }

    // What the next states need, is far away in memory: it is fetched meanwhile.
    void expect(std::size_t at) const
    {
        const auto each = [&](std::size_t later, const auto &does) {
            if (later >= m_store.size())
                return;
            const auto numbers = m_store[later];
            for (int worker = 0; worker < m_bounds.workers; ++worker)
                does(worker, static_cast<int>(numbers[index(worker) + 1]), static_cast<int>(numbers.front()));
        };
        each(at + 8, [&](int worker, int state, int environment) { m_model.expectMoves(worker, state, environment); });
        each(at + 4, [&](int worker, int state, int environment) { m_model.fetchMoves(worker, state, environment); });
    }

    // What the states of this layer ask of the servers, at once. Later, little is new: then each question is asked when it comes.
    void askAhead(std::size_t begin)
    {
        m_layerEnd = m_store.size();
        if (!m_asksAhead)
            return;
        constexpr std::size_t most = 4'096;
        std::vector<Servers::Pending> pending;
        bool isNew = false;
        for (auto at = begin; at < m_layerEnd; ++at) {
            const auto state = stateOf(at);
            for (int worker = 0; worker < m_bounds.workers; ++worker)
                m_model.addQuestions(worker, state.workers[index(worker)], state.environment, pending);
            if (pending.size() >= most || at + 1 == m_layerEnd) {
                isNew = m_model.servers().askAhead(pending) || isNew;
                pending.clear();
            }
        }
        m_asksAhead = isNew || m_layerEnd - begin < most;
    }

    bool isOpen(Property property) const
    {
        const auto finding = m_result.findings.find(property);
        return finding != m_result.findings.end() && !finding->second.violation;
    }

    void reportAll(const State &state, const State &next, const Happened &happened, std::size_t at)
    {
        for (const auto property : properties) {
            if (!(happened.move->broken & bitOf(property)) || !isOpen(property))
                continue;
            auto trace = traceTo(at);
            TraceStep step;
            describe(step, state, next, happened);
            step.at = (trace.empty() ? 0 : trace.back().at) + step.passed;
            trace.push_back(std::move(step));
            tellWork(trace);
            m_result.findings[property].violation = Violation{spent(next), std::move(trace)};
        }
    }

    FaultBudget spent(const State &state) const
    {
        FaultBudget faults;
        for (std::size_t i = 0; i < faultKinds; ++i) {
            const auto fault = static_cast<Fault>(i);
            faults[fault] = fault == Fault::LateLoss ? m_bounds.faults[fault] : m_bounds.faults[fault] - leftOf(state.faults, fault);
        }
        return faults;
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
        const auto self = index(worker);
        for (const auto &move : m_model.moves(worker, state.workers[self], state.environment, foreign)) {
            if (move.fault && leftOf(state.faults, *move.fault) == 0)
                continue;
            auto next = state;
            next.environment = move.environment;
            next.workers[self] = move.state;
            next.faults -= move.fault ? costOf(*move.fault) : 0;
            if (move.published != 0) {
                for (int other = 0; other < m_bounds.workers; ++other)
                    next.workers[index(other)] = m_model.hearing(other, next.workers[index(other)], move.published);
            }
            if (move.executed != 0 && isWatched(next) && m_model.touchesLock(state.environment, move.executed))
                touch(next);
            each(next, Happened{worker, &move, 0, 0});
        }
    }

    bool isWatched(const State &state) const
    {
        if (!m_model.everWatches())
            return false;
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            if (facts(state, worker).isWatching)
                return true;
        }
        return false;
    }

    void touch(State &state)
    {
        for (int worker = 0; worker < m_bounds.workers; ++worker) {
            if (facts(state, worker).isWatching)
                state.workers[index(worker)] = m_model.touched(worker, state.workers[index(worker)]);
        }
    }

    void touchIfGone(State &state, int environmentBefore)
    {
        const auto lockIn = [&](int environment) { return m_model.servers().lock(m_model.environment(environment).servers.front()); };
        if (isWatched(state) && lockIn(environmentBefore) != 0 && lockIn(state.environment) == 0)
            touch(state);
    }

    template <class Each>
    void eachFaultOfAServer(const State &state, const Each &each)
    {
        for (const auto &[fault, move] : {std::pair(Fault::ServerForgets, &forgets), std::pair(Fault::ForceRelease, &forceRelease)}) {
            if (leftOf(state.faults, fault) == 0)
                continue;
            for (int server = 0; server < m_bounds.servers; ++server) {
                auto next = state;
                next.environment = m_model.environmentAfterLoss(state.environment, server, fault == Fault::ServerForgets);
                if (next.environment == state.environment)
                    continue;
                touchIfGone(next, state.environment);
                next.faults -= costOf(fault);
                each(next, Happened{TraceStep::nobody, move, server, 0});
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
        Happened happened{TraceStep::nobody, &timePasses, 0, 0};
        const int tick = std::min(next, static_cast<int>(m_bounds.tick.count()));
        happened.passed = m_guide ? std::min(next, m_guide->mostToPass()) : mayWait ? tick : next;
        auto later = state;
        later.environment = m_model.environmentAfterTime(state.environment, happened.passed);
        if (m_bounds.horizon.count() > 0 && m_model.environment(later.environment).now > m_bounds.horizon.count())
            return;
        for (int worker = 0; worker < m_bounds.workers; ++worker)
            later.workers[index(worker)] = m_model.afterTime(worker, later.workers[index(worker)], happened.passed);
        touchIfGone(later, state.environment);
        each(later, happened);
    }

    // A fresh worker comes and waits as the protocol waits, while the others only do what they cannot help doing (a watchdog that nobody
    // stopped renews). What it meets twice comes for ever.
    bool canBeTaken(const State &rest)
    {
        const int content = m_model.environment(rest.environment).servers.front();
        if (m_bounds.mutant == Mutant::NoDeadlineForEver && m_model.servers().lock(content) != 0)
            return m_model.servers().lockHasDeadline(content);
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
        if (isOpen(property))
            m_result.findings[property].violation = Violation{spent(stateOf(at)), traceTo(at)};
    }

    Trace traceTo(std::size_t at)
    {
        std::vector<std::size_t> path = {at};
        while (path.back() != 0)
            path.push_back(m_store.before(path.back()));
        std::ranges::reverse(path);
        const auto guide = m_guide;
        if (m_guide)
            m_guide->restart();
        Trace trace;
        int time = 0;
        for (std::size_t i = 0; i + 1 < path.size(); ++i)
            trace.push_back(stepBetween(stateOf(path[i]), path[i + 1], time));
        m_guide = guide;
        tellWork(trace);
        return trace;
    }

    // Which of the two times it was, is in the step with which the work began.
    void tellWork(Trace &trace) const
    {
        std::set<int> others;
        for (auto &step : trace) {
            if (step.isOtherWork)
                others.insert(step.worker);
            else if ((step.kind == Move::Kind::Timer || step.kind == Move::Kind::Throws) && step.request.isWork
                     && others.erase(step.worker) > 0)
                step.request.duration = *m_bounds.otherWork;
        }
    }

    TraceStep stepBetween(const State &before, std::size_t after, int &time)
    {
        TraceStep step;
        std::optional<RouteStep> found;
        eachNext(before, [&](const State &next, const Happened &happened) {
            const bool isOther = m_guide && !m_guide->fits(happened.step());
            if (found || isOther || !std::ranges::equal(numbersOf(next), m_store[after]))
                return;
            found = happened.step();
            describe(step, before, next, happened);
        });
        assert(found);
        if (m_guide)
            m_guide->goOn(*found);
        time += step.passed;
        step.at = time;
        return step;
    }

    void describe(TraceStep &step, const State &before, const State &after, const Happened &happened)
    {
        const auto &vocabulary = m_model.notebook().vocabulary;
        step.worker = happened.worker;
        step.kind = happened.move->kind;
        step.task = happened.move->task;
        step.isOtherWork = happened.move->isOtherWork;
        step.passed = happened.passed;
        step.request.server = static_cast<std::size_t>(happened.server);
        if (happened.worker != TraceStep::nobody) {
            const auto &state = m_model.state(happened.worker, before.workers[static_cast<std::size_t>(happened.worker)]);
            const auto task = static_cast<std::size_t>(happened.move->task);
            const bool isLate = step.kind == Move::Kind::LateExecutes;
            const int request = isLate ? state.late : m_model.automaton(happened.worker).node(state.node).request[task];
            step.request = vocabulary.request(request);
            if (step.kind == Move::Kind::Executes || step.kind == Move::Kind::ReplyLost || isLate)
                step.reply = vocabulary.reply(happened.move->reply);
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
    bool isExercised(Property property) const
    {
        switch (property) {
        case Property::NoImmortalLock: return m_rested && m_canEverBeTaken;
        case Property::Reentry: return m_rested && m_hasReentered;
        default: return std::popcount(m_entered) > 1;
        }
    }

    void conclude()
    {
        for (auto &[property, finding] : m_result.findings)
            finding.verdict = finding.violation ? Verdict::Violated : isExercised(property) ? Verdict::Held : Verdict::NotExercised;
    }

    const Bounds &m_bounds;
    Control &m_control;
    Model m_model;
    StateStore m_store;
    std::optional<Guide> m_guide; ///< none: every order of events
    bool m_lacksMemory = false;   ///< for more states
    SearchResult m_result;
    std::array<StateStore::Number, mostWorkers + 2> m_numbers{};
    std::uint32_t m_entered = 0; ///< a bit for each worker
    bool m_hasReentered = false;
    std::size_t m_layerEnd = 0; ///< of the states that are as many steps away from the first
    bool m_asksAhead;
    bool m_rested = false;
    bool m_canEverBeTaken = false; ///< by a worker that is alone
    std::map<std::vector<int>, bool> m_canBeTaken;
};

template <class Searching>
auto examined(const Bounds &bounds, const Searching &searching) -> Result<decltype(searching())>
{
    try {
        return searching();
    } catch (const Unsupported &unsupported) {
        return Error{ErrorKind::Refused,
                     (bounds.scripts ? "your scripts" : "the protocol " + bounds.protocol) + " cannot be examined: " + unsupported.why,
                     "unsupported"};
    } catch (const OracleFailed &failed) {
        return failed.error;
    }
}

} // namespace

Route routeOf(const Trace &trace)
{
    Route route;
    for (const auto &step : trace) {
        if (step.kind == Move::Kind::TimePasses && !route.empty() && route.back().kind == Move::Kind::TimePasses)
            route.back().passed += step.passed;
        else
            route.push_back({step.worker, step.kind, step.task,
                             step.worker == TraceStep::nobody ? static_cast<int>(step.request.server) : 0, step.passed, step.isOtherWork});
    }
    return route;
}

Result<SearchResult> search(const Bounds &bounds, Oracle &oracle, Control &control)
{
    return examined(bounds, [&] { return Search(bounds, oracle, control).run(); });
}

Result<Walk> walk(const Bounds &bounds, const Route &route, Oracle &oracle)
{
    auto own = bounds;
    own.samples = 1; // the only state that it ends in
    Control control;
    return examined(bounds, [&] {
        Search along(own, oracle, control, Guide(route));
        auto result = along.run();
        return Walk{std::move(result.samples.front()), std::move(result.findings), along.stuckAt(route)};
    });
}

} // namespace lockcore::explorer
