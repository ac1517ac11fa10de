// SPDX-License-Identifier: MIT
#include "ui/explore/lab/trace_scenario.h"

#include "lockcore/explorer/trace_text.h"
#include "ui/words/refused.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <map>

namespace lockscope {

using lockcore::Action;
using lockcore::Condition;
using lockcore::Happening;
using lockcore::Milliseconds;
using lockcore::Phase;
using lockcore::Result;
using lockcore::Scenario;
using lockcore::ScenarioWorker;
namespace ex = lockcore::explorer;
using Kind = ex::Move::Kind;

namespace {

constexpr int factor = 50;               // real processes need more than milliseconds
constexpr int tries = 200;               // while a connection is made again, requests are not even sent
constexpr Milliseconds noticedAfter{20}; // of a loss

std::string letterOf(int worker) { return std::string(1, static_cast<char>('A' + worker)); }

// Why the Lab cannot play it, as far as the bounds tell.
std::optional<QString> whyNot(const ex::Bounds &bounds)
{
    if (bounds.scripts)
        return Words::tr("the Lab plays scripts of your own only through a worker of yours (docs/write-a-worker.md)");
    if (bounds.servers > 1)
        return Words::tr("the order of events on several servers cannot be said in a scenario");
    if (bounds.careful)
        return Words::tr("the Lab has no worker that heeds the validity of a lock");
    if (bounds.faults[ex::Fault::LateLoss] > 0)
        return Words::tr("in the Lab, all losses are noticed equally late");
    return std::nullopt;
}

const ex::StoredKey *lockIn(const std::vector<ex::Keyspace> &servers)
{
    const auto found = std::ranges::find(servers.front(), ex::lockKey, &ex::StoredKey::name);
    return found == servers.front().end() ? nullptr : &*found;
}

class ScenarioMaker
{
public:
    explicit ScenarioMaker(const ex::Bounds &bounds)
        : m_bounds(bounds)
    { }

    Result<Scenario> made(ex::Property property, const ex::Violation &violation)
    {
        for (const auto &step : violation.trace) {
            follow(step);
            if (!m_error.isEmpty())
                return refused(m_error);
        }
        finish();
        if (!m_error.isEmpty())
            return refused(m_error);
        auto scenario = begun(property, violation);
        for (auto &[number, told] : m_workers)
            scenario.workers.push_back(std::move(told.worker));
        scenario.script = std::move(m_script);
        return scenario;
    }

private:
    struct Told
    {
        ScenarioWorker worker;
        Phase phase = Phase::Acquire;
        int command = 0; ///< of the phase
        int asked = 0, inside = 0, releasing = 0, created = 0, paused = 0;
        bool isUnknown = false; ///< it does not know whether it has the lock
        bool isPaused = false;
        bool isInside = false;
        std::vector<Condition> sinceInside; ///< what the others did
    };

    Told &told(int worker)
    {
        auto &told = m_workers[worker];
        if (told.worker.name.empty()) {
            told.worker.name = letterOf(worker);
            told.worker.givesLease = m_bounds.givesLease;
            told.worker.skew = worker == 1 ? m_bounds.skew * factor : Milliseconds(0);
        }
        return told;
    }

    Scenario begun(ex::Property property, const ex::Violation &violation) const
    {
        Scenario scenario;
        scenario.title = "Found by the Explorer: " + m_bounds.protocol + ", " + ex::toString(violation.faults, m_bounds.pause);
        scenario.story = "lockscope explore --replay " + ex::traceText(m_bounds, violation.faults, ex::routeOf(violation.trace));
        scenario.protocol = m_bounds.protocol;
        scenario.lease = m_bounds.lease * factor;
        scenario.commandTimeout = std::max(Milliseconds(1), scenario.lease / 4);
        scenario.limit = 10 * scenario.lease;
        scenario.options = ex::stretched(m_bounds, factor).options;
        if (!m_bounds.givesLease)
            scenario.options["lease"] = std::to_string(scenario.lease.count()) + "ms";
        scenario.fresh = property == ex::Property::NoImmortalLock;
        if (property == ex::Property::NoImmortalLock)
            scenario.expected[lockcore::Property::NoImmortalLock] = lockcore::Outcome::Violated;
        else if (property == ex::Property::Ownership)
            scenario.expected[lockcore::Property::Ownership] = lockcore::Outcome::Violated;
        else if (m_isOutlived)
            scenario.expected[lockcore::Property::LeaseOutlived] = lockcore::Outcome::Outlived;
        else
            scenario.expected[lockcore::Property::MutualExclusion] = lockcore::Outcome::Violated;
        if (m_isRobbed) // it comes with it
            scenario.expected[lockcore::Property::Ownership] = lockcore::Outcome::Violated;
        return scenario;
    }

    // What has happened, for the others to wait for.
    void note(Happening what, int worker, int nth = 1)
    {
        m_last = Condition{what, letterOf(worker), nth, {}};
        for (auto &[number, other] : m_workers) {
            if (other.isInside && (number != worker || what == Happening::KeyExpired))
                other.sinceInside.push_back(*m_last);
        }
    }

    std::vector<Condition> last() const { return m_last ? std::vector{*m_last} : std::vector{Condition()}; }

    std::vector<Condition> lastOfOthers(int worker) const
    {
        return m_last && m_last->who != letterOf(worker) ? std::vector{*m_last} : std::vector<Condition>();
    }

    lockcore::Fault &act(Action action, int worker, std::vector<Condition> when)
    {
        lockcore::Fault fault;
        fault.when = std::move(when);
        fault.action = action;
        fault.who = worker == ex::TraceStep::nobody ? std::string() : letterOf(worker);
        return m_script.emplace_back(std::move(fault));
    }

    void follow(const ex::TraceStep &step)
    {
        if (step.worker != ex::TraceStep::nobody)
            followWorker(step);
        else if (step.kind == Kind::ServerForgets || step.kind == Kind::ForceRelease)
            act(step.kind == Kind::ServerForgets ? Action::FlushDatabase : Action::ForceRelease, ex::TraceStep::nobody, last());
        followKey(step);
        followInside(step);
    }

    void followWorker(const ex::TraceStep &step)
    {
        auto &worker = told(step.worker);
        switch (step.kind) {
        case Kind::Arrives: return arrive(step.worker, worker);
        case Kind::Executes: ++worker.command; return;
        case Kind::ReplyLost: return meet(step, worker, Action::LoseReplies);
        case Kind::RequestLost: return meet(step, worker, Action::LoseRequests);
        case Kind::RequestLate: return meet(step, worker, Action::HoldRequest);
        case Kind::LateExecutes: act(Action::Pass, step.worker, last()); return;
        case Kind::Timer:
            if (step.request.isWork)
                leave(step.worker, worker);
            return;
        case Kind::Crashes: act(Action::Kill, step.worker, last()); return note(Happening::Dead, step.worker);
        case Kind::Pauses:
            act(Action::Pause, step.worker, last());
            worker.isPaused = true;
            return note(Happening::Paused, step.worker, ++worker.paused);
        case Kind::Resumes:
            act(Action::Resume, step.worker, last());
            worker.isPaused = false;
            return note(Happening::Resumed, step.worker, worker.paused);
        case Kind::Throws:
            act(Action::Throw, step.worker, {Condition{Happening::Inside, letterOf(step.worker), worker.inside, {}}});
            return;
        default: return;
        }
    }

    // A worker of the Lab that does not know whether it has the lock frees it and tries again, in the same round.
    void arrive(int number, Told &worker)
    {
        if (worker.isUnknown) {
            worker.worker.tries = tries;
        } else if (worker.asked++ == 0) {
            worker.worker.after = lastOfOthers(number);
        } else {
            ++worker.worker.rounds;
            if (worker.worker.rounds > 2 && worker.worker.again != lastOfOthers(number))
                m_error = Words::tr("a worker of the Lab begins each of its rounds on the same condition");
            worker.worker.again = lastOfOthers(number);
        }
        worker.isUnknown = false;
        worker.phase = Phase::Acquire;
        worker.command = 0;
        if (worker.asked > 0)
            note(Happening::Asked, number, worker.asked);
    }

    void meet(const ex::TraceStep &step, Told &worker, Action action)
    {
        const auto name = letterOf(step.worker);
        const bool isCompanion = step.task == ex::TaskOf::Companion;
        const auto phase = isCompanion ? Phase::Work : worker.phase;
        const auto since = phase == Phase::Acquire   ? Condition{Happening::Asked, name, worker.asked, {}}
                           : phase == Phase::Release ? Condition{Happening::Releasing, name, worker.releasing, {}}
                                                     : Condition{Happening::Inside, name, worker.inside, {}};
        if (!isCompanion)
            ++worker.command;
        worker.worker.tries = tries;
        const bool isFirst = phase == Phase::Acquire && worker.asked == 1;
        auto &fault = act(action, step.worker, {isFirst ? Condition() : since});
        fault.in = phase;
        fault.nth = isCompanion ? 1 : worker.command;
        if (action != Action::HoldRequest)
            act(Action::Pass, step.worker, {Condition{Happening::Struck, name, 1, {}}}).after = noticedAfter;
        worker.isUnknown = !isCompanion && phase == Phase::Acquire;
        if (worker.isUnknown) {
            worker.phase = Phase::Release;
            worker.command = 0;
        }
        note(Happening::Struck, step.worker);
    }

    void leave(int number, Told &worker)
    {
        setWork(worker, worker.sinceInside);
        worker.isInside = false;
        worker.phase = Phase::Release;
        worker.command = 0;
        note(Happening::Releasing, number, ++worker.releasing);
    }

    // It works until the last thing that happened while it was inside.
    void setWork(Told &worker, const std::vector<Condition> &conditions)
    {
        std::vector<Condition> until;
        for (const auto &condition : conditions) {
            if (condition.what == Happening::KeyExpired || condition == conditions.back())
                until.push_back(condition);
        }
        const bool isFirst = worker.inside == 1;
        if (!isFirst && !until.empty() && worker.worker.workUntil != until)
            m_error = Words::tr("a worker of the Lab works equally long in each of its rounds");
        else if (!until.empty())
            worker.worker.workUntil = std::move(until);
    }

    void followKey(const ex::TraceStep &step)
    {
        const auto *const now = lockIn(step.servers);
        const bool isChanged = now && m_hasKey && now->dump != m_dump;
        if (now && (!m_hasKey || isChanged) && step.worker != ex::TraceStep::nobody) {
            m_maker = step.worker;
            note(Happening::KeyCreated, step.worker, ++told(step.worker).created);
        } else if (!now && m_hasKey && m_maker) {
            const bool isExpired = step.kind == Kind::TimePasses;
            note(isExpired ? Happening::KeyExpired : Happening::KeyRemoved, *m_maker, ++m_ended[{*m_maker, isExpired}]);
            m_isRobbed = m_isRobbed || (step.worker != ex::TraceStep::nobody && step.worker != *m_maker && told(*m_maker).isInside);
            m_isOutlived = m_isOutlived || (isExpired && std::ranges::count(step.inside, *m_maker) > 0);
        }
        m_hasKey = now != nullptr;
        m_dump = now ? now->dump : lockcore::Bytes();
    }

    void followInside(const ex::TraceStep &step)
    {
        for (const int number : step.inside) {
            auto &worker = told(number);
            if (worker.isInside)
                continue;
            note(Happening::Inside, number, ++worker.inside);
            worker.isInside = true;
            worker.sinceInside.clear();
            worker.phase = Phase::Work;
            worker.command = 0;
        }
    }

    // Whoever is inside in the end stays until it has come to that; who stands still goes on then.
    void finish()
    {
        for (auto &[number, worker] : m_workers) {
            if (worker.isInside)
                setWork(worker, worker.sinceInside);
            if (worker.isPaused)
                act(Action::Resume, number, last());
        }
    }

    const ex::Bounds &m_bounds;
    std::map<int, Told> m_workers;
    std::vector<lockcore::Fault> m_script;
    std::optional<Condition> m_last;
    std::optional<int> m_maker; ///< of the key
    std::map<std::pair<int, bool>, int> m_ended;
    bool m_hasKey = false;
    bool m_isOutlived = false;
    bool m_isRobbed = false; ///< a worker removed the key of another, which was inside
    lockcore::Bytes m_dump;
    QString m_error;
};

} // namespace

Result<Scenario> scenarioFrom(const ex::Bounds &bounds, ex::Property property, const ex::Violation &violation)
{
    if (const auto why = whyNot(bounds))
        return refused(Words::tr("the Lab cannot play this: %1").arg(*why));
    if (property != ex::Property::MutualExclusion && property != ex::Property::NoImmortalLock && property != ex::Property::Ownership)
        return refused(Words::tr("the Lab cannot play this: it judges this property in another way"));
    return ScenarioMaker(bounds).made(property, violation);
}

} // namespace lockscope
