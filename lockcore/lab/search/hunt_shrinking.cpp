// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/hunt_shrinking.h"

#include "lockcore/lab/context/assessment.h"
#include "lockcore/lab/scenario/scenario_editing.h"

#include <algorithm>

namespace lockcore {

namespace {

bool isAbout(const std::vector<Condition> &conditions, const std::string &who)
{
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition &one) { return one.who == who; });
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
        removeWorker(less, name);
        add(std::move(less));
    }

    void dropFault(std::size_t index)
    {
        auto less = m_scenario;
        less.script.erase(less.script.begin() + static_cast<std::ptrdiff_t>(index));
        add(std::move(less));
    }

    // One field at a time.
    template <class Object>
    void simplify(std::vector<Object> Scenario::*list, std::size_t index, const Object &simplest)
    {
        Object::each([&](const char *, auto member, const FieldRule &rule = {}) {
            if (rule.presence == FieldRule::Presence::Needed)
                return;
            auto less = m_scenario;
            (less.*list)[index].*member = simplest.*member;
            add(std::move(less));
        });
    }

    void simplifyWorker(std::size_t index)
    {
        ScenarioWorker simplest;
        simplest.wait = Milliseconds(0);
        simplest.depth = m_scenario.workers[index].depth; // other fields may need it
        simplify(&Scenario::workers, index, simplest);
    }

    void simplifyFault(std::size_t index)
    {
        Fault simplest;
        simplest.by = m_scenario.script[index].by; // its action may need it
        simplify(&Scenario::script, index, simplest);
        auto less = m_scenario;
        for (auto &condition : less.script[index].when)
            condition.nth = 1;
        add(std::move(less));
    }

    void add(Scenario less)
    {
        dropUnusedLocks(less);
        dropLost(less, m_scenario);
        less.needs = needsOf(less);
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
