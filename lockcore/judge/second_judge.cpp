// SPDX-License-Identifier: MIT
#include "lockcore/judge/second_judge.h"

#include "lockcore/judge/grant_order.h"
#include "lockcore/judge/grant_reader.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::ClientGrant;
using detail::OrderFound;

enum class Reading {
    Strict,  ///< each grant lasts until its release, and an upgrade excludes readers from the start
    Lenient, ///< each grant ends as early as it may, and an upgrade never excludes readers
};

OrderFound order(const std::vector<ClientGrant> &grants, Reading reading, const SecondJudgeLimits &limits)
{
    const bool strict = reading == Reading::Strict;
    std::map<std::string, std::vector<detail::Window>> byLock;
    for (const auto &grant : grants)
        byLock[grant.lock].push_back(
            {grant.sent, grant.answered, strict ? grant.latest : grant.earliest, strict ? grant.reads : !grant.writes});
    auto result = OrderFound::Yes;
    for (auto &[lock, windows] : byLock) {
        const auto found = detail::findOrder(std::move(windows), limits);
        if (found == OrderFound::No)
            return found;
        if (found == OrderFound::GaveUp)
            result = found;
    }
    return result;
}

void judgeExclusion(const detail::ClientView &view, const SecondJudgeLimits &limits, SecondOpinion &opinion)
{
    if (order(view.grants, Reading::Strict, limits) == OrderFound::Yes) {
        opinion.mutualExclusion = Opinion::Held;
        return;
    }
    if (view.serverFault) {
        opinion.why = "a fault of a server or an operator lies between the grants";
        return;
    }
    const auto found = order(view.grants, Reading::Lenient, limits);
    opinion.why = found == OrderFound::GaveUp ? "too many acquires at once" : "the claims meet, perhaps after a lease had ended";
    if (found != OrderFound::No)
        return;
    opinion.mutualExclusion = Opinion::Violated;
    opinion.why = "no order of the grants explains what the workers were told";
}

// The tokens define the order, so there is only one order to try.
void judgeTokens(const detail::ClientView &view, SecondOpinion &opinion)
{
    bool isOpen = false, isExercised = false;
    std::map<std::string, std::vector<ClientGrant>> byLock;
    for (const auto &grant : view.grants) {
        if (grant.token)
            byLock[grant.lock].push_back(grant);
    }
    for (auto &[lock, grants] : byLock) {
        std::ranges::stable_sort(grants, {}, &ClientGrant::token);
        std::uint64_t position = 0, answered = 0;
        for (std::size_t i = 0; i < grants.size(); ++i) {
            position = std::max(position, grants[i].sent);
            const bool repeated = i > 0 && grants[i].token == grants[i - 1].token;
            if (position > grants[i].answered || repeated) {
                opinion.tokenOrder = Opinion::Violated;
                opinion.events = {grants[i].sent, grants[i].answered};
                return;
            }
            // Of grants that were asked for at the same time, the answers do not show the order: the record may.
            isOpen = isOpen || grants[i].sent < answered;
            answered = std::max(answered, grants[i].answered);
        }
        isExercised = isExercised || grants.size() > 1;
    }
    if (isExercised && !isOpen)
        opinion.tokenOrder = Opinion::Held;
}

/// The first number between `from` and `to` for which `holds` is true, where it is true for all later numbers too; `to` if there is none.
template <class Holds>
std::size_t firstThat(std::size_t from, std::size_t to, Holds holds)
{
    while (from < to) {
        const auto middle = from + (to - from) / 2;
        if (holds(middle))
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

// A small set of grants without a valid order: the shortest stretch that has none, without the grants that it does not need.
std::vector<std::uint64_t> proofOf(std::vector<ClientGrant> grants, const SecondJudgeLimits &limits)
{
    constexpr std::size_t few = 64;
    std::ranges::sort(grants, {}, &ClientGrant::answered);
    const auto fails = [&](const std::vector<ClientGrant> &some) { return order(some, Reading::Lenient, limits) == OrderFound::No; };
    // Adding grants never makes an order valid, so both ends can be found by bisection.
    const auto part = [&](std::size_t begin, std::size_t end) {
        return std::vector(grants.begin() + std::ptrdiff_t(begin), grants.begin() + std::ptrdiff_t(end));
    };
    const auto end = firstThat(1, grants.size(), [&](std::size_t size) { return fails(part(0, size)); });
    const auto cut = firstThat(0, end, [&](std::size_t begin) { return !fails(part(begin, end)); });
    grants = part(cut > 0 ? cut - 1 : 0, end);
    for (std::size_t i = grants.size(); i-- > 0 && grants.size() <= few;) {
        auto fewer = grants;
        fewer.erase(fewer.begin() + std::ptrdiff_t(i));
        if (fails(fewer))
            grants = std::move(fewer);
    }
    std::vector<std::uint64_t> events;
    for (const auto &grant : grants)
        events.insert(events.end(), {grant.sent, grant.answered});
    std::ranges::sort(events);
    return events;
}

} // namespace

SecondOpinion secondJudge(const History &history, SecondJudgeLimits limits)
{
    SecondOpinion opinion;
    const auto view = detail::readGrants(history);
    if (!view.complete) {
        opinion.why = "the history is not complete";
        return opinion;
    }
    judgeTokens(view, opinion);
    judgeExclusion(view, limits, opinion);
    if (opinion.mutualExclusion == Opinion::Violated)
        opinion.events = proofOf(view.grants, limits);
    return opinion;
}

std::string toString(const SecondOpinion &opinion)
{
    auto text = "mutual exclusion " + std::string(wordOf(opinion.mutualExclusion)) + ", token order ";
    text += wordOf(opinion.tokenOrder);
    if (!opinion.why.empty())
        text += ": " + opinion.why;
    for (const auto number : opinion.events)
        text += " #" + std::to_string(number);
    return text;
}

std::string disagreement(const std::vector<Verdict> &verdicts, const SecondOpinion &second)
{
    const auto contradicts = [](Outcome first, Opinion other) {
        return (first == Outcome::Held && other == Opinion::Violated) || (first == Outcome::Violated && other == Opinion::Held);
    };
    for (const auto &verdict : verdicts) {
        const auto other = verdict.property == Property::MutualExclusion ? second.mutualExclusion
                           : verdict.property == Property::TokenOrder    ? second.tokenOrder
                                                                         : Opinion::None;
        if (contradicts(verdict.outcome, other))
            return "Lockscope's two judges disagree, which is an error in Lockscope: [" + toString(verdict) + "] but [" + toString(second)
                   + ']';
    }
    return {};
}

} // namespace lockcore
