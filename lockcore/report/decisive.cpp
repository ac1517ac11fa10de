// SPDX-License-Identifier: MIT
#include "lockcore/report/decisive.h"

#include "lockcore/judge/words.h"
#include "lockcore/report/fault_log.h"
#include "lockcore/report/held_elements.h"
#include "lockcore/report/protections.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::Element;
using detail::Number;
using detail::Run;

using ByEntry = std::map<Number, DecisiveMoment>;

bool isNamed(Outcome outcome) { return outcome == Outcome::Violated || outcome == Outcome::Outlived || outcome == Outcome::Inconclusive; }

// Violated, Outlived and Inconclusive have this order in Outcome.
void addFindings(ByEntry &moments, const Run &run, const std::vector<Verdict> &verdicts)
{
    for (const auto &verdict : verdicts) {
        if (!isNamed(verdict.outcome))
            continue;
        for (const auto number : verdict.events) {
            if (number <= run.begin || number > run.size())
                continue;
            const DecisiveMoment finding{number, run.at(number), Decisive::Finding, verdict.outcome, {}};
            const auto found = moments.emplace(number, finding).first;
            found->second.outcome = std::min(found->second.outcome, verdict.outcome);
        }
    }
}

// The end of a fault, its effects and what was wrong from the start are no events that lead to something. Nor are delays of the Lab.
bool leadsOn(const Run &run, Number number)
{
    const auto *const stalled = run.as<entry::Stalled>(number);
    return !(stalled && stalled->place == entry::Place::Lab) && !run.as<entry::Resumed>(number) && !run.as<entry::KeyChanged>(number)
           && !run.as<entry::Skewed>(number) && !run.isHealed(number);
}

std::map<Number, std::string> faultsIn(const Run &run)
{
    std::map<Number, std::string> causes;
    for (const auto number : faultsOf(run)) {
        if (number > run.begin && leadsOn(run, number))
            causes[number] = detail::faultText(run, number);
    }
    return causes;
}

// A worker looks whose lock it is, and then removes it by another command: what it saw is old by then.
void addChecks(std::map<Number, std::string> &causes, const Run &run)
{
    std::map<std::pair<Incarnation, Bytes>, std::vector<const Element *>> made;
    for (const auto &held : detail::heldElements(run)) {
        if (held.element->by)
            made[{*held.element->by, held.element->key}].push_back(held.element);
    }
    for (const auto &held : detail::heldElements(run)) {
        const auto *const removed = run.as<entry::KeyChanged>(held.element->ended);
        const auto by = removed ? run.author(*removed) : std::nullopt;
        if (!by || by == held.element->by || removed->event != entry::KeyEvent::Removed)
            continue;
        const auto check = run.lastTurn(*by, run.begin, removed->cause);
        const auto *const turn = run.as<entry::Turn>(check);
        if (!turn || turn->verb != entry::Verb::Read || std::ranges::find(turn->keys, removed->key) == turn->keys.end())
            continue;
        const auto &own = made[{*by, removed->key}];
        const bool wasOwn = std::ranges::any_of(
            own, [&](const Element *element) { return element->created < check && (element->ended == 0 || element->ended > check); });
        if (wasOwn)
            causes[check] = toString(*by) + "'s " + detail::commandAt(run, check) + " finds its own lock";
    }
}

} // namespace

std::vector<DecisiveMoment> decisiveMoments(const HistoryIndex &run, const std::vector<Verdict> &verdicts)
{
    ByEntry moments;
    addFindings(moments, run, verdicts);
    auto causes = faultsIn(run);
    addChecks(causes, run);
    for (auto &[number, found] : detail::protectionsIn(run)) {
        if (found.because > run.begin)
            causes[found.because] = "the resource sees fencing token " + std::to_string(*run.as<entry::Accessed>(found.because)->token);
        DecisiveMoment protection{number, run.at(number), Decisive::Protection, Outcome::Held, found.text, found.lock};
        moments.emplace(number, std::move(protection));
    }
    if (moments.empty())
        return {};
    causes.erase(causes.upper_bound(moments.rbegin()->first), causes.end());
    while (causes.size() > mostCauses)
        causes.erase(causes.begin());
    for (auto &[number, text] : causes) {
        const auto [found, isNew] = moments.emplace(number, DecisiveMoment{number, run.at(number), Decisive::Cause, Outcome::Held, text});
        if (!isNew && found->second.text.empty())
            found->second.text = std::move(text);
    }
    std::vector<DecisiveMoment> all;
    for (auto &[number, moment] : moments)
        all.push_back(std::move(moment));
    return all;
}

} // namespace lockcore
