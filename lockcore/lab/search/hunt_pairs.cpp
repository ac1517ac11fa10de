// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/hunt_pairs.h"

#include "lockcore/judge/enum_words.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

std::string pairOf(std::string_view one, std::string_view other) { return std::string(one).append(" + ").append(other); }

// Of each choice that a hunt makes for a worker, what it chose: what is left out counts as well, or the fullest scenario would always win.
std::array<std::string_view, 12> choicesOf(const Scenario &scenario, const ScenarioWorker &worker)
{
    const auto lease = scenario.lease;
    const auto wait = worker.wait.value_or(scenario.limit);
    return {
        worker.rounds > 1 ? "more rounds" : "one round",
        worker.after.empty() ? "comes first" : "comes later",
        wait.count() == 0  ? "does not wait"
        : wait > 3 * lease ? "waits long"
                           : "waits",
        worker.tries > 1 ? "tries again" : "tries once",
        wordOf(worker.mode),
        worker.depth == 1  ? "takes it once"
        : worker.innerEnds ? "inner ends"
                           : "re-enters",
        worker.work.count() == 0 ? "no work"
        : worker.work > lease    ? "works past its lease"
                                 : "works",
        worker.givesLease ? "given lease" : "own lease",
        !worker.extends           ? "does not extend"
        : *worker.extends > lease ? "extends by more"
                                  : "extends",
        worker.processOf.empty() ? "own process" : "shares a process",
        worker.skew.count() == 0  ? "right clock"
        : worker.skew.count() > 0 ? "clock ahead"
                                  : "clock behind",
        scenario.locks.size() < 2 ? "the only lock"
        : !worker.inside.empty()  ? "a lock inside another"
        : worker.lock.empty()     ? "first of two locks"
                                  : "second of two locks",
    };
}

// The end of a fault belongs to it, and so do the ways to further servers.
bool isPartOf(const Fault *fault, const Fault &next)
{
    const bool isEnd = next.action == Action::Resume || next.action == Action::Pass || next.action == Action::ResumeServer;
    auto onItsWay = next;
    onItsWay.server = fault ? fault->server : 0;
    return isEnd || (fault && onItsWay == *fault);
}

std::string nameOf(const Fault &fault)
{
    const std::string action(wordOf(fault.action));
    return fault.of == Purpose::Any ? action : action + " of " + std::string(wordOf(fault.of));
}

void addFault(const Scenario &scenario, const Fault &fault, std::vector<std::string> &pairs)
{
    const auto name = nameOf(fault);
    const auto &moment = fault.when.front();
    const bool isOwn = fault.who.empty() || processOf(scenario, moment.who) == fault.who;
    pairs.push_back(pairOf(name, (isOwn ? "it is " : "another is ") + std::string(wordOf(moment.what))));
    if (const auto *hit = findWorker(scenario, isOwn ? moment.who : fault.who))
        for (const auto choice : choicesOf(scenario, *hit))
            pairs.push_back(pairOf(name, choice));
}

} // namespace

std::vector<std::string> pairsOf(const Scenario &scenario)
{
    std::vector<std::string> pairs;
    for (const auto &worker : scenario.workers) {
        const auto choices = choicesOf(scenario, worker);
        for (std::size_t i = 0; i < choices.size(); ++i)
            for (std::size_t j = i + 1; j < choices.size(); ++j)
                pairs.push_back(pairOf(choices[i], choices[j]));
    }
    std::vector<const Fault *> faults;
    for (const auto &fault : scenario.script) {
        if (isPartOf(faults.empty() ? nullptr : faults.back(), fault))
            continue;
        addFault(scenario, fault, pairs);
        for (const auto *earlier : faults) {
            const auto [less, more] = std::minmax({wordOf(earlier->action), wordOf(fault.action)});
            pairs.push_back(pairOf(less, more) + (earlier->who == fault.who ? " of one" : " of two"));
        }
        faults.push_back(&fault);
    }
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

} // namespace lockcore
