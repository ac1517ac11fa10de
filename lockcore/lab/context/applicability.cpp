// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/applicability.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

using detail::Attempt;
using detail::Number;

class Reasons
{
public:
    Reasons(const Scenario &scenario, const HistoryIndex &history)
        : m_scenario(scenario)
        , m_run(history)
    { }

    // Each condition needs a reason of its own, or its worker waits for one that has. The first one is told.
    std::optional<std::string> ofUnmet(const std::vector<Condition> &unmet) const
    {
        std::optional<std::string> first;
        std::vector<Condition> never;
        for (const auto &condition : unmet) {
            if (auto reason = ofOne(condition)) {
                never.push_back(condition);
                first = first ? first : std::move(reason);
            }
        }
        const auto isExplained = [&](const Condition &condition) {
            return std::ranges::find(never, condition) != never.end() || waitsForOne(condition.who, never)
                   || waitsBehind(condition.who, never);
        };
        return std::ranges::all_of(unmet, isExplained) ? first : std::nullopt;
    }

    // A story in which a watchdog survives a slow network needs a lease that leaves room for the delay.
    std::optional<std::string> ofTightWatchdog() const
    {
        const auto expected = m_scenario.expected.find(Property::LeaseOutlived);
        if (expected == m_scenario.expected.end() || expected->second != Outcome::Held)
            return std::nullopt;
        for (const auto &fault : m_scenario.script) {
            const bool delays =
                fault.action == Action::DelayRequests && fault.by && (fault.of == Purpose::Renew || fault.of == Purpose::Any);
            const auto *const attempt = delays ? attemptOf(fault.who) : nullptr;
            if (!attempt || !attempt->watchdog || !attempt->lease)
                continue;
            const auto every = m_run.lives.at(attempt->who).ready.renewEvery;
            if (every && *every + *fault.by >= *attempt->lease)
                return fault.who + "'s watchdog renews a lease of " + text(*attempt->lease) + " every " + text(*every)
                       + ", which leaves no room for the story's delay of " + text(*fault.by);
        }
        return std::nullopt;
    }

    // A lock on one server is not the story's, whatever becomes of the others.
    std::optional<std::string> ofOneServer() const
    {
        if (m_scenario.servers == 1)
            return std::nullopt;
        std::set<std::int64_t> used;
        for (Number number = 1; number <= m_run.size(); ++number) {
            if (const auto *const turn = m_run.as<entry::Turn>(number); turn && turn->who)
                used.insert(turn->server);
        }
        return used.size() == 1 ? std::optional("the story needs a lock on " + std::to_string(m_scenario.servers)
                                                + " servers, and the library uses one of them")
                                : std::nullopt;
    }

private:
    std::optional<std::string> ofOne(const Condition &condition) const
    {
        switch (condition.what) {
        case Happening::Struck: return ofNoCommand(condition.who);
        case Happening::Waiting: return ofNoWaiting(condition.who);
        case Happening::KeyCreated:
        case Happening::KeyExtended:
        case Happening::KeyRemoved:
        case Happening::KeyExpired: {
            auto reason = ofUnknownKey(condition.who);
            return reason || condition.what != Happening::KeyExpired ? reason : ofLivingSession(condition.who);
        }
        default: return std::nullopt;
        }
    }

    // It waits for a lock that is kept until a session's lease ends.
    bool waitsBehind(const std::string &worker, const std::vector<Condition> &never) const
    {
        const auto *const attempt = attemptOf(worker);
        const auto isEnd = [&](const Condition &one) { return one.what == Happening::KeyExpired && ofLivingSession(one.who); };
        return attempt && !attempt->granted && std::ranges::any_of(never, isEnd);
    }

    bool waitsForOne(const std::string &worker, const std::vector<Condition> &never) const
    {
        const auto *const plan = findWorker(m_scenario, worker);
        bool waits = false;
        if (plan)
            eachConditions(*plan, [&](const std::vector<Condition> &conditions) {
                waits = waits || std::ranges::find_first_of(conditions, never) != conditions.end();
            });
        return waits;
    }

    static std::string text(Milliseconds time) { return std::to_string(time.count()) + " ms"; }

    const Attempt *attemptOf(const std::string &worker) const
    {
        const auto found = std::ranges::find_if(
            m_run.attempts, [&](const Attempt &attempt) { return attempt.who.worker == worker && attempt.sent > m_run.begin; });
        return found == m_run.attempts.end() ? nullptr : &*found;
    }

    // The worker asked for the lock, and its library sent no such command.
    std::optional<std::string> ofNoCommand(const std::string &worker) const
    {
        const auto *const attempt = attemptOf(worker);
        const auto fault = std::ranges::find_if(
            m_scenario.script, [&](const Fault &one) { return one.who == worker && (one.of == Purpose::Read || !one.command.empty()); });
        if (!attempt || attempt->answered == 0 || fault == m_scenario.script.end())
            return std::nullopt;
        for (Number number = m_run.begin + 1; number <= m_run.size(); ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (turn && turn->who && turn->who->worker == worker && fits(*turn, *fault))
                return std::nullopt;
        }
        const auto command =
            fault->command.empty() ? " command of " + worker + " that reads the key" : ' ' + fault->command + " of " + worker;
        return "the story is about a" + command + ", and its library sent none";
    }

    static bool fits(const entry::Turn &turn, const Fault &fault)
    {
        return fault.command.empty() ? turn.verb == entry::Verb::Read : turn.command == fault.command;
    }

    // The worker asked for the lock and, as it polls, never said that it waits.
    std::optional<std::string> ofNoWaiting(const std::string &worker) const
    {
        const bool waited = std::ranges::any_of(m_run.attempts, [&](const Attempt &attempt) {
            return attempt.who.worker == worker && attempt.sent > m_run.begin && attempt.waiting != 0;
        });
        if (!attemptOf(worker) || waited)
            return std::nullopt;
        return "the story begins when " + worker + " says that it waits (`waiting`), and " + worker + " never said so";
    }

    // Nothing kept the worker from its heartbeats.
    std::optional<std::string> ofLivingSession(const std::string &worker) const
    {
        const auto *const attempt = attemptOf(worker);
        if (!attempt || !attempt->granted || !m_run.lives.at(attempt->who).ready.sessionLease)
            return std::nullopt;
        for (auto number = attempt->sent; number <= m_run.size(); ++number) {
            const auto *const paused = m_run.as<entry::Paused>(number);
            const auto *const network = m_run.as<entry::NetworkFaulted>(number);
            if ((paused && paused->who == attempt->who) || (network && network->who == attempt->who))
                return std::nullopt;
        }
        return worker + "'s lease is its session's, which does not end while " + worker + " lives and its heartbeats arrive";
    }

    // The worker got the lock, and neither it nor a format says which key that is.
    std::optional<std::string> ofUnknownKey(const std::string &worker) const
    {
        const auto *const attempt = attemptOf(worker);
        if (!attempt || !attempt->granted || attempt->answer.key)
            return std::nullopt;
        for (Number number = m_run.begin + 1; number <= m_run.size(); ++number) {
            const auto *const change = m_run.as<entry::KeyChanged>(number);
            const auto by = change ? m_run.author(*change) : std::nullopt;
            if (by && by->worker == worker && change->role == entry::Role::Holding)
                return std::nullopt;
        }
        return "the story waits for what happens to " + worker
               + "'s key, which no format knows and the worker does not name (`key`, `mark`)";
    }

    const Scenario &m_scenario;
    const HistoryIndex &m_run;
};

} // namespace

std::optional<std::string> whyNotApplicable(const Scenario &scenario, const HistoryIndex &history, const std::vector<Condition> &unmet)
{
    const Reasons reasons(scenario, history);
    if (auto reason = reasons.ofOneServer())
        return reason;
    return unmet.empty() ? reasons.ofTightWatchdog() : reasons.ofUnmet(unmet);
}

} // namespace lockcore
