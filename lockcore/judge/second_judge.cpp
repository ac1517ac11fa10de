// SPDX-License-Identifier: MIT
#include "lockcore/judge/second_judge.h"

#include "lockcore/judge/grant_order.h"
#include "lockcore/judge/grant_reader.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::ClientGrant;
using detail::OrderFound;

OrderFound order(const std::vector<ClientGrant> &grants, std::uint64_t ClientGrant::*end, const SecondJudgeLimits &limits)
{
    std::map<std::string, std::vector<detail::Window>> byLock;
    for (const auto &grant : grants)
        byLock[grant.lock].push_back({grant.sent, grant.answered, grant.*end, grant.mode == entry::Mode::Read});
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
    if (order(view.grants, &ClientGrant::latest, limits) == OrderFound::Yes) {
        opinion.mutualExclusion = Opinion::Held;
        return;
    }
    if (view.serverFault) {
        opinion.why = "a fault of a server or an operator lies between the grants";
        return;
    }
    const auto found = order(view.grants, &ClientGrant::earliest, limits);
    opinion.why = found == OrderFound::GaveUp ? "too many acquires at once" : "the claims meet, perhaps after a lease had ended";
    if (found != OrderFound::No)
        return;
    opinion.mutualExclusion = Opinion::Violated;
    opinion.why = "no order of the grants explains what the workers were told";
}

// The tokens name the order, so there is only one to try.
void judgeTokens(const detail::ClientView &view, SecondOpinion &opinion)
{
    std::map<std::string, std::vector<ClientGrant>> byLock;
    for (const auto &grant : view.grants) {
        if (grant.token && grant.mode != entry::Mode::Read)
            byLock[grant.lock].push_back(grant);
    }
    for (auto &[lock, grants] : byLock) {
        std::ranges::stable_sort(grants, {}, &ClientGrant::token);
        std::uint64_t position = 0;
        for (std::size_t i = 0; i < grants.size(); ++i) {
            position = std::max(position, grants[i].sent);
            const bool repeated = i > 0 && grants[i].token == grants[i - 1].token;
            if (position > grants[i].answered || repeated) {
                opinion.tokenOrder = Opinion::Violated;
                opinion.events = {grants[i].sent, grants[i].answered};
                return;
            }
        }
        if (grants.size() > 1)
            opinion.tokenOrder = Opinion::Held;
    }
}

// The least set of grants, taken from the front, that fits no order.
std::vector<std::uint64_t> proofOf(std::vector<ClientGrant> grants, const SecondJudgeLimits &limits)
{
    std::ranges::sort(grants, {}, &ClientGrant::answered);
    const auto fails = [&](const std::vector<ClientGrant> &some) { return order(some, &ClientGrant::earliest, limits) == OrderFound::No; };
    for (std::size_t i = grants.size(); i-- > 0;) {
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
            return "the judges disagree: [" + toString(verdict) + "] but [" + toString(second) + ']';
    }
    return {};
}

} // namespace lockcore
