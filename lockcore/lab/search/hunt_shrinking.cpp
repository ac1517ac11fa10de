// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/hunt_shrinking.h"

#include "lockcore/lab/context/assessment.h"

#include <algorithm>

namespace lockcore {

namespace {

bool isAbout(const std::vector<Condition> &conditions, const std::string &who)
{
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition &one) { return one.who == who; });
}

bool isOfNetwork(Action action) { return action >= Action::HoldRequest && action < Action::Pass; }

// Does the fault wait for another fault that no longer exists?
bool isIdle(const Scenario &scenario, const Fault &fault)
{
    return std::any_of(fault.when.begin(), fault.when.end(), [&](const Condition &condition) {
        const auto comesFrom = [&](auto is) {
            return std::any_of(scenario.script.begin(), scenario.script.end(),
                               [&](const Fault &other) { return other.who == condition.who && is(other.action); });
        };
        switch (condition.what) {
        case Happening::Paused: return !comesFrom([](Action action) { return action == Action::Pause; });
        case Happening::Resumed: return !comesFrom([](Action action) { return action == Action::Resume; });
        case Happening::Struck: return !comesFrom(isOfNetwork);
        default: return false;
        }
    });
}

void dropIdle(Scenario &scenario)
{
    const auto is = [&](const Fault &fault) { return isIdle(scenario, fault); };
    for (auto idle = std::find_if(scenario.script.begin(), scenario.script.end(), is); idle != scenario.script.end();
         idle = std::find_if(scenario.script.begin(), scenario.script.end(), is))
        scenario.script.erase(idle);
}

class Shrinker
{
public:
    explicit Shrinker(const Scenario &scenario)
        : m_scenario(scenario)
    { }

    std::vector<Scenario> smaller()
    {
        for (const auto &worker : m_scenario.workers)
            dropWorker(worker.name);
        for (std::size_t i = 0; i < m_scenario.script.size(); ++i)
            dropFault(i);
        for (std::size_t i = 0; i < m_scenario.workers.size(); ++i)
            simplifyWorker(i);
        for (std::size_t i = 0; i < m_scenario.script.size(); ++i)
            simplifyFault(i);
        return std::move(m_smaller);
    }

private:
    void dropWorker(const std::string &name)
    {
        if (m_scenario.workers.size() < 2)
            return;
        auto less = m_scenario;
        std::erase_if(less.workers, [&](const ScenarioWorker &worker) { return worker.name == name; });
        std::erase_if(less.script, [&](const Fault &fault) { return fault.who == name || isAbout(fault.when, name); });
        for (auto &worker : less.workers) {
            for (auto *conditions : {&worker.after, &worker.again, &worker.workUntil})
                std::erase_if(*conditions, [&](const Condition &one) { return one.who == name; });
        }
        add(std::move(less));
    }

    void dropFault(std::size_t index)
    {
        auto less = m_scenario;
        less.script.erase(less.script.begin() + static_cast<std::ptrdiff_t>(index));
        add(std::move(less));
    }

    template <class Value>
    void setWorker(std::size_t index, Value ScenarioWorker::*field, const Value &simple)
    {
        auto less = m_scenario;
        less.workers[index].*field = simple;
        add(std::move(less));
    }

    void simplifyWorker(std::size_t index)
    {
        const ScenarioWorker simple;
        setWorker(index, &ScenarioWorker::rounds, simple.rounds);
        setWorker(index, &ScenarioWorker::extends, simple.extends);
        setWorker(index, &ScenarioWorker::givesLease, simple.givesLease);
        setWorker(index, &ScenarioWorker::work, simple.work);
        setWorker(index, &ScenarioWorker::wait, std::optional(Milliseconds(0)));
        setWorker(index, &ScenarioWorker::after, simple.after);
    }

    template <class Value>
    void setFault(std::size_t index, Value Fault::*field, const Value &simple)
    {
        auto less = m_scenario;
        less.script[index].*field = simple;
        add(std::move(less));
    }

    void simplifyFault(std::size_t index)
    {
        const Fault simple;
        setFault(index, &Fault::after, simple.after);
        setFault(index, &Fault::of, simple.of);
        auto less = m_scenario;
        for (auto &condition : less.script[index].when)
            condition.nth = 1;
        add(std::move(less));
    }

    void add(Scenario less)
    {
        dropIdle(less);
        const bool isNew = less != m_scenario && std::find(m_smaller.begin(), m_smaller.end(), less) == m_smaller.end();
        if (isNew)
            m_smaller.push_back(std::move(less));
    }

    const Scenario &m_scenario;
    std::vector<Scenario> m_smaller;
};

} // namespace

std::vector<Scenario> smallerScenarios(const Scenario &scenario) { return Shrinker(scenario).smaller(); }

std::vector<Scenario> firmerScenarios(const Scenario &scenario)
{
    std::vector<Scenario> firmer;
    for (std::size_t i = 0; i < scenario.workers.size(); ++i) {
        for (const auto &first : scenario.workers) {
            const auto &name = scenario.workers[i].name;
            if (first.name == name || isAbout(first.after, name)) // otherwise each would wait for the other
                continue;
            for (const auto what : {Happening::Inside, Happening::Asked}) {
                auto made = scenario;
                made.workers[i].after = {{what, first.name, 1}};
                if (made != scenario)
                    firmer.push_back(std::move(made));
            }
        }
    }
    return firmer;
}

const Verdict *gravestViolation(const std::vector<Verdict> &verdicts)
{
    const Verdict *gravest = nullptr;
    for (const auto &verdict : verdicts) {
        if (breaksAPromise(verdict) && (!gravest || verdict.importance < gravest->importance))
            gravest = &verdict;
    }
    return gravest;
}

bool isSameMistake(const Verdict &one, const Verdict &other)
{
    if (!breaksAPromise(one) || !breaksAPromise(other))
        return false;
    return one.pitfall.empty() && other.pitfall.empty() ? one.property == other.property && one.cause == other.cause
                                                        : one.pitfall == other.pitfall;
}

Shown shownIn(const std::vector<std::vector<Verdict>> &runs, const Verdict &mistake)
{
    std::map<Property, Shown> shown;
    for (const auto &verdicts : runs) {
        for (const auto &verdict : verdicts) {
            if (!isSameMistake(verdict, mistake))
                continue;
            auto &of = shown[verdict.property];
            ++of.runs;
            of.verdict = verdict;
        }
    }
    const auto most = std::max_element(shown.begin(), shown.end(),
                                       [](const auto &one, const auto &other) { return one.second.runs < other.second.runs; });
    return most == shown.end() ? Shown() : most->second;
}

} // namespace lockcore
