// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/hunt_plan.h"

#include "lockcore/lab/scenario/scenario_editing.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/search/hunt_pairs.h"

#include <algorithm>

namespace lockcore {

namespace {

/// Random numbers that are the same with every compiler: SplitMix64 (prng.di.unimi.it/splitmix64.c).
class Dice
{
public:
    explicit Dice(std::uint64_t seed)
        : m_state(seed)
    { }

    std::uint64_t next()
    {
        auto z = m_state += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    std::int64_t upTo(std::int64_t most) { return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(most + 1)); }
    bool oneIn(std::int64_t chances) { return upTo(chances - 1) == 0; }

    template <class Value>
    Value oneOf(std::initializer_list<Value> values)
    {
        return *(values.begin() + upTo(static_cast<std::int64_t>(values.size()) - 1));
    }

private:
    std::uint64_t m_state;
};

Dice diceOf(std::uint64_t seed, std::uint64_t index)
{
    Dice dice(seed);
    return Dice(dice.next() ^ (index * 0xd1342543de82ef95U));
}

/// Not chosen for what it brings together: more would always bring more.
struct HuntSize
{
    std::int64_t workers = 2, faults = 0;
};

// Two names that a library may take for one.
std::vector<std::string> shortAndLonger() { return {"order:1", "order:10"}; }
std::vector<std::string> longAndAlike()
{
    const std::string name = "invoices/of-the-northern-warehouse/2026-11/customer-000471/";
    return {name + '1', name + '2'};
}
std::vector<std::string> alikeButForASign() { return {"stock/1", "stock.1"}; }

class HuntScenario
{
public:
    HuntScenario(const SweepSubject &subject, const HuntAbilities &abilities, const HuntBounds &bounds, const Dice &dice)
        : m_subject(subject)
        , m_abilities(abilities)
        , m_bounds(bounds)
        , m_lease(subject.lease)
        , m_dice(dice)
    { }

    Scenario make(const HuntSize &size)
    {
        m_scenario.store = m_subject.store;
        m_scenario.protocol = m_subject.protocol;
        m_scenario.options = m_subject.options;
        m_scenario.servers = m_subject.servers;
        m_scenario.lease = m_lease;
        m_scenario.commandTimeout = m_dice.oneOf({m_lease / 4, m_lease});
        m_scenario.limit = 16 * m_lease + Milliseconds(1000);
        m_scenario.fresh = m_scenario.onceMore = true;
        m_scenario.expected[Property::MutualExclusion] = Outcome::NotExercised;
        m_scenario.seed = 1 + m_dice.next() % (std::uint64_t(1) << 53);
        if (m_dice.oneIn(3))
            m_scenario.locks = m_dice.oneOf({shortAndLonger(), longAndAlike(), alikeButForASign()});
        for (std::int64_t i = 0; i < size.workers; ++i)
            addWorker(std::string(1, static_cast<char>('A' + i)));
        for (std::int64_t i = 0; i < size.faults; ++i)
            addPlayableFault();
        m_scenario.needs = needsOf(m_scenario);
        return std::move(m_scenario);
    }

private:
    void addWorker(const std::string &name)
    {
        ScenarioWorker worker;
        worker.name = name;
        if (!m_scenario.workers.empty() && m_abilities.shares && m_dice.oneIn(3))
            worker.processOf = m_scenario.workers.front().name;
        if (worker.processOf.empty() && m_abilities.skews)
            worker.skew = m_dice.oneOf({Milliseconds(0), Milliseconds(0), m_lease / 2, -m_lease / 2, 3 * m_lease, -3 * m_lease});
        if (!m_scenario.workers.empty() && m_dice.oneIn(2))
            worker.after = {{Happening::Asked, m_scenario.workers.back().name, 1}};
        worker.rounds = 1 + m_dice.upTo(m_bounds.rounds - 1);
        worker.wait = m_dice.oneOf({Milliseconds(0), m_lease, 3 * m_lease, 8 * m_lease});
        worker.tries = m_dice.oneOf({1, 1, 3});
        worker.mode = mode();
        if (m_subject.reEnters && m_dice.oneIn(3))
            worker.depth = 2;
        worker.innerEnds = worker.depth == 2 && m_dice.oneIn(2);
        worker.work = m_dice.oneIn(4) ? Milliseconds(0) : eighths(1, 12);
        worker.givesLease = !m_abilities.ownLease || !m_dice.oneIn(4);
        if (m_subject.extends && m_dice.oneIn(5)) // a watchdog may renew by the lease that it has
            worker.extends = worker.givesLease ? m_dice.oneOf({m_lease, 2 * m_lease}) : m_lease;
        if (m_scenario.locks.size() > 1)
            chooseLocks(worker);
        m_scenario.workers.push_back(std::move(worker));
    }

    // Either, or both: always the second inside the first, so that no two workers wait for each other.
    void chooseLocks(ScenarioWorker &worker)
    {
        if (m_dice.oneIn(3)) {
            worker.lock = m_scenario.locks.back();
        } else if (m_dice.oneIn(2)) {
            ScenarioSection inner;
            inner.lock = m_scenario.locks.back();
            inner.wait = m_dice.oneOf({Milliseconds(0), 2 * m_lease});
            inner.mode = mode();
            inner.work = m_dice.oneIn(2) ? Milliseconds(0) : eighths(1, 12);
            inner.givesLease = !m_abilities.ownLease || !m_dice.oneIn(4);
            worker.inside.push_back(std::move(inner));
        }
    }

    entry::Mode mode()
    {
        using enum entry::Mode;
        return m_subject.readWrite ? m_dice.oneOf({Read, Read, Write, Exclusive}) : Exclusive;
    }

    // Some bugs need two things at nearly the same time.
    Milliseconds eighths(std::int64_t least, std::int64_t most) { return m_lease * (least + m_dice.upTo(most - least)) / 8; }
    Milliseconds faultLength() { return eighths(1, 16); }

    const ScenarioWorker &anyWorker()
    {
        return m_scenario.workers[static_cast<std::size_t>(m_dice.upTo(std::ssize(m_scenario.workers) - 1))];
    }
    std::string anybody() { return anyWorker().name; }

    Condition moment()
    {
        using enum Happening;
        Condition condition;
        condition.what =
            m_dice.oneOf({Asked, Waiting, Ok, Inside, ReadIt, Wrote, Releasing, Released, KeyCreated, KeyExtended, KeyRemoved, KeyExpired});
        const auto &worker = anyWorker();
        condition.who = isAboutAProcess(condition.what) ? processOf(m_scenario, worker.name) : worker.name;
        if (condition.who == worker.name && !worker.inside.empty() && m_dice.oneIn(2))
            condition.lock = worker.inside.front().lock;
        const bool comesAgain = worker.rounds > 1 || worker.depth > 1 || worker.tries > 1 || condition.what == KeyExtended;
        condition.nth = comesAgain && m_dice.oneIn(3) ? 2 : 1;
        return condition;
    }

    Fault fault(Action action)
    {
        Fault fault;
        fault.when = {moment()};
        fault.after = m_dice.oneIn(2) ? Milliseconds(0) : eighths(1, 8);
        fault.action = action;
        // Whoever is at this moment is more often hit.
        fault.who = processOf(m_scenario, m_dice.oneIn(2) ? anybody() : fault.when.front().who);
        return fault;
    }

    // Not every store can be asked for every fault, nor shows every moment.
    void addPlayableFault()
    {
        constexpr int mostDraws = 50;
        const auto before = m_scenario.script;
        for (int draws = 0; draws < mostDraws; ++draws) {
            addFault();
            if (!lackOfStore(m_scenario))
                return;
            m_scenario.script = before;
        }
    }

    std::int64_t anyServer() { return m_dice.upTo(m_scenario.servers - 1); }

    void addScriptFlush()
    {
        auto made = fault(Action::FlushScripts);
        made.who.clear();
        made.server = anyServer();
        m_scenario.script.push_back(std::move(made));
    }

    // One of several servers stands still for a time.
    void addServerPause()
    {
        auto made = fault(Action::PauseServer);
        made.who.clear();
        made.server = anyServer();
        auto end = made;
        end.action = Action::ResumeServer;
        end.after += faultLength();
        m_scenario.script.push_back(std::move(made));
        m_scenario.script.push_back(std::move(end));
    }

    // On the way to one of several servers, or to some.
    void addOnWays(Fault made)
    {
        made.server = anyServer();
        m_scenario.script.push_back(made);
        for (auto more = m_dice.upTo(m_scenario.servers - 1); more > 0; --more) {
            made.server = (made.server + 1) % m_scenario.servers;
            m_scenario.script.push_back(made);
        }
    }

    void addFault()
    {
        using enum Action;
        if (m_scenario.servers > 1 && m_dice.oneIn(6))
            return addServerPause();
        if (m_subject.store == Store::Redis && m_dice.oneIn(12))
            return addScriptFlush();
        auto action = m_dice.oneOf({Kill,         Restart,   Pause,        Pause,        Pause,       HoldRequest, HoldRequest,
                                    HoldReply,    HoldReply, LoseRequests, LoseRequests, LoseReplies, LoseReplies, DelayRequests,
                                    DelayReplies, CutReply,  Reset,        Stall,        Throw,       Cancel});
        if ((action == Stall && !m_abilities.stalls) || (action == Throw && !m_abilities.throws))
            action = Pause;
        auto made = fault(action);
        if (action >= HoldRequest && action < Pass && action != Reset)
            made.of = m_dice.oneOf({Purpose::Any, Purpose::Take, Purpose::Renew, Purpose::Free});
        if (action == Stall)
            made.by = m_dice.oneOf({m_lease / 2, m_lease * 3 / 2});
        if (action == DelayRequests || action == DelayReplies)
            made.by = eighths(1, 6);
        const auto who = made.who;
        if (action >= HoldRequest && m_scenario.servers > 1)
            addOnWays(std::move(made));
        else
            m_scenario.script.push_back(std::move(made));
        if (action == Pause)
            addEnd(Happening::Paused, Resume, who);
        if (action == HoldRequest || action == HoldReply || action == LoseRequests || action == LoseReplies)
            addEnd(Happening::Struck, Pass, who);
    }

    // The n-th end belongs to the n-th pause, or to the n-th command that is held or lost.
    void addEnd(Happening begun, Action end, const std::string &who)
    {
        const auto earlier = std::count_if(m_scenario.script.begin(), m_scenario.script.end(),
                                           [&](const Fault &fault) { return fault.action == end && fault.who == who; });
        Fault fault;
        fault.when = {{begun, who, 1 + earlier}};
        fault.after = faultLength();
        fault.action = end;
        fault.who = who;
        m_scenario.script.push_back(std::move(fault));
    }

    const SweepSubject m_subject;
    const HuntAbilities m_abilities;
    const HuntBounds m_bounds;
    const Milliseconds m_lease;
    Dice m_dice;
    Scenario m_scenario;
};

} // namespace

HuntAbilities huntAbilities(const entry::Ready &greeting, Milliseconds lease)
{
    return {greeting.can(Capability::Stall), greeting.can(Capability::Throw), greeting.defaultLease && *greeting.defaultLease <= 2 * lease,
            greeting.can(Capability::Concurrent), greeting.can(Capability::Skew)};
}

HuntPlan::HuntPlan(SweepSubject subject, HuntAbilities abilities, HuntBounds bounds, std::uint64_t seed)
    : m_subject(std::move(subject))
    , m_abilities(abilities)
    , m_bounds(bounds)
    , m_seed(seed)
{ }

Scenario HuntPlan::next()
{
    constexpr int draws = 10; // more find hardly rarer pairs
    auto dice = diceOf(m_seed, m_drawn++);
    const HuntSize size{2 + dice.upTo(m_bounds.workers - 2), dice.upTo(m_bounds.faults)};
    Scenario best;
    std::uint64_t novelty = 0;
    for (int i = 0; i < draws; ++i) {
        auto drawn = HuntScenario(m_subject, m_abilities, m_bounds, Dice(dice.next())).make(size);
        const auto its = noveltyOf(drawn);
        if (its <= novelty)
            continue;
        best = std::move(drawn);
        novelty = its;
    }
    for (const auto &pair : pairsOf(best))
        ++m_met[pair];
    const auto number = std::to_string(m_drawn);
    best.name = "hunt-" + std::to_string(m_seed) + '-' + number;
    best.title = "Scenario " + number + " of a hunt with seed " + std::to_string(m_seed);
    return best;
}

std::uint64_t HuntPlan::noveltyOf(const Scenario &scenario) const
{
    constexpr std::uint64_t ofNew = 1'000'000;
    std::uint64_t sum = 0;
    for (const auto &pair : pairsOf(scenario)) {
        const auto met = m_met.find(pair);
        sum += ofNew / (1 + (met == m_met.end() ? 0 : met->second));
    }
    return sum;
}

} // namespace lockcore
