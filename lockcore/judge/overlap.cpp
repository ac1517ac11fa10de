// SPDX-License-Identifier: MIT
#include "lockcore/judge/overlap.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

bool signedAfter(const Run &run, const Claim &claim, Number number)
{
    const auto life = run.lives.find(run.first(claim).who);
    return life != run.lives.end() && std::ranges::any_of(life->second.signs, [=](Number sign) { return sign > number; });
}

bool probedWithin(const Claim &claim, Number number)
{
    return std::ranges::any_of(claim.probes, [&](const auto &probe) { return probe.first > number && probe.second < claim.end; });
}

// A published validity counts from when the line was written: not before the request, not after the answer.
Certainty valid(const Run &run, const Claim &claim, Number number)
{
    auto certainty = Certainty::Yes;
    for (const auto index : claim.attempts) {
        const auto &attempt = run.attempts[index];
        if (attempt.answered > number || !attempt.answer.validity)
            continue;
        const Microseconds validity(*attempt.answer.validity);
        if (run.at(number) >= run.at(attempt.answered) + validity)
            certainty = Certainty::No;
        else
            certainty = run.at(number) < run.at(attempt.sent) + validity * 98 / 100 ? Certainty::Yes : Certainty::Maybe;
    }
    return certainty;
}

Certainty alive(const Run &run, const Claim &claim, Number number)
{
    if (signedAfter(run, claim, number))
        return Certainty::Yes;
    const auto &life = run.lives.at(run.first(claim).who);
    if (life.died != 0)
        return life.death == entry::Death::Crashed ? Certainty::Maybe : Certainty::Yes; // the Lab's own kill reads all before
    return run.complete() ? Certainty::Yes : Certainty::Maybe;
}

class OverlapFinder
{
public:
    explicit OverlapFinder(const Run &run)
        : m_run(run)
    { }

    std::vector<Overlap> all()
    {
        for (std::size_t second = 0; second < m_run.claims.size(); ++second) {
            for (const auto attempt : m_run.claims[second].attempts)
                addBelief(second, attempt);
        }
        for (const auto &presence : m_run.presences)
            addPresence(presence);
        std::ranges::stable_sort(m_overlaps, {}, &Overlap::at);
        return std::move(m_overlaps);
    }

private:
    bool concerns(const Claim &first, const Claim &second) const
    {
        const auto &one = m_run.first(first);
        const auto &other = m_run.first(second);
        return one.lock == other.lock && !sameOwner(one, other) && !compatible(one.mode, other.mode) && one.sent > m_run.begin
               && other.sent > m_run.begin;
    }

    void addBelief(std::size_t second, std::size_t attempt)
    {
        const auto at = m_run.attempts[attempt].answered;
        for (std::size_t first = 0; first < m_run.claims.size(); ++first) {
            const auto &claim = m_run.claims[first];
            if (first == second || claim.begin > at || !concerns(claim, m_run.claims[second]))
                continue;
            const auto certainty = claimedAt(m_run, claim, at);
            if (certainty == Certainty::No)
                continue;
            const auto &there = m_run.first(claim);
            const auto &came = m_run.attempts[attempt];
            m_overlaps.push_back({first, second, at, false, certainty, {there.sent, there.answered, came.sent, at}});
        }
    }

    void addPresence(const Presence &entering)
    {
        const auto second = claimAt(entering, entering.enter);
        for (const auto &inside : m_run.presences) {
            if (!second || inside.lock != entering.lock || inside.enter >= entering.enter
                || (inside.end != 0 && inside.end <= entering.enter))
                continue;
            const auto first = claimAt(inside, inside.enter);
            if (!first || *first == *second || !concerns(m_run.claims[*first], m_run.claims[*second]))
                continue;
            const auto &there = m_run.first(m_run.claims[*first]);
            const auto &came = m_run.first(m_run.claims[*second]);
            m_overlaps.push_back({*first,
                                  *second,
                                  entering.enter,
                                  true,
                                  Certainty::Yes,
                                  {there.sent, there.answered, inside.enter, came.sent, came.answered, entering.enter}});
        }
    }

    // The newest claim in whose name an owner entered.
    std::optional<std::size_t> claimAt(const Presence &presence, Number number) const
    {
        for (auto i = m_run.claims.size(); i-- > 0;) {
            const auto &first = m_run.first(m_run.claims[i]);
            if (first.who == presence.who && first.lock == presence.lock && first.owner == presence.owner && m_run.claims[i].begin < number)
                return i;
        }
        return std::nullopt;
    }

    const Run &m_run;
    std::vector<Overlap> m_overlaps;
};

} // namespace

Certainty claimedAt(const Run &run, const Claim &claim, Number number)
{
    if (claim.begin > number || (claim.end != 0 && claim.end <= number))
        return Certainty::No;
    const auto certainty = valid(run, claim, number);
    if (certainty == Certainty::No)
        return certainty;
    if (claim.how == ClaimEnd::Lost || claim.how == ClaimEnd::ExtendRefused) // perhaps already written, and not yet read
        return probedWithin(claim, number) ? Certainty::Yes : Certainty::Maybe;
    return std::min(certainty, alive(run, claim, number));
}

std::vector<Overlap> overlapsOf(const Run &run) { return OverlapFinder(run).all(); }

bool contended(const Run &run)
{
    return std::ranges::any_of(run.attempts, [&](const Attempt &attempt) {
        return attempt.sent > run.begin && std::ranges::any_of(run.claims, [&](const Claim &claim) {
                   const auto &first = run.first(claim);
                   return first.lock == attempt.lock && !sameOwner(first, attempt) && first.sent > run.begin
                          && (attempt.answered == 0 || claim.begin < attempt.answered) && (claim.over == 0 || claim.over > attempt.sent);
               });
    });
}

} // namespace lockcore::detail
