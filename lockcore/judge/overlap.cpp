// SPDX-License-Identifier: MIT
#include "lockcore/judge/overlap.h"

#include "lockcore/judge/ending.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

// The end was reported later than this entry. A pipe keeps the order of its lines, so a line that was written first answers what was sent
// after this entry.
bool saidAfter(const Run &run, const Claim &claim, Number number)
{
    const auto life = run.lives.find(run.first(claim).who);
    return life != run.lives.end() && std::ranges::any_of(life->second.signs, [&](const Sign &sign) {
               return sign.at > number && sign.read != 0 && (claim.end == 0 || sign.read < claim.end);
           });
}

// A published validity starts when the worker writes the line: after its last turn, and before the Lab reads the answer.
Certainty valid(const Run &run, const Claim &claim, Number number)
{
    Microseconds surelyUntil = Microseconds::max();
    Microseconds perhapsUntil = Microseconds::max();
    const auto publish = [&](Number sent, Number answered, std::optional<Milliseconds> validity) {
        if (!validity || answered > number)
            return;
        const auto written = std::max(sent, run.lastTurn(run.first(claim).who, sent, answered));
        surelyUntil = run.at(written) + surely(*validity);
        perhapsUntil = run.at(answered) + Microseconds(*validity);
    };
    for (const auto index : claim.attempts)
        publish(run.attempts[index].sent, run.attempts[index].answered, run.attempts[index].answer.validity);
    for (const auto &extension : claim.extensions) {
        if (extension.ok && extension.answered < number && !extension.validity)
            perhapsUntil = Microseconds::max(); // longer by an unknown time
        if (extension.ok)
            publish(extension.sent, extension.answered, extension.validity);
    }
    if (!claim.renewals.empty() && claim.renewals.front() < number)
        perhapsUntil = Microseconds::max();
    return run.at(number) < surelyUntil ? Certainty::Yes : run.at(number) < perhapsUntil ? Certainty::Maybe : Certainty::No;
}

/// How an owner holds a lock: as the strongest of its acquires, unless it has released one of several kinds.
struct Strength
{
    entry::Mode mode = entry::Mode::Read;
    bool mixed = false;
};

Strength strengthAt(const Run &run, const Claim &claim, Number number)
{
    Strength strength;
    bool reads = false;
    for (const auto index : claim.attempts) {
        const auto &attempt = run.attempts[index];
        if (attempt.answered > number && index != claim.attempts.front())
            continue;
        reads = reads || attempt.mode == entry::Mode::Read;
        if (attempt.mode != entry::Mode::Read)
            strength.mode = attempt.mode;
    }
    const bool gaveBack = !claim.releases.empty() && claim.releases.front().sent < number;
    strength.mixed = reads && gaveBack && strength.mode != entry::Mode::Read;
    return strength;
}

Certainty excludes(const Strength &one, const Strength &other)
{
    if (compatible(one.mode, other.mode))
        return Certainty::No;
    const bool perhapsReaders =
        (one.mixed && (other.mixed || other.mode == entry::Mode::Read)) || (other.mixed && one.mode == entry::Mode::Read);
    return perhapsReaders ? Certainty::Maybe : Certainty::Yes;
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
    // Whether these two must not hold the lock at the same time.
    Certainty exclusive(const Claim &first, const Claim &second, Number at) const
    {
        const auto &one = m_run.first(first);
        const auto &other = m_run.first(second);
        if (one.lock != other.lock || sameOwner(one, other) || one.sent <= m_run.begin || other.sent <= m_run.begin)
            return Certainty::No;
        return excludes(strengthAt(m_run, first, at), strengthAt(m_run, second, at));
    }

    void addBelief(std::size_t second, std::size_t attempt)
    {
        const auto at = m_run.attempts[attempt].answered;
        const auto &coming = m_run.claims[second];
        for (std::size_t first = 0; first < m_run.claims.size(); ++first) {
            const auto &claim = m_run.claims[first];
            if (first == second || claim.begin > at || (claim.end != 0 && claim.end <= at))
                continue;
            const auto conflict = exclusive(claim, coming, at);
            if (conflict == Certainty::No)
                continue;
            const auto certainty = std::min({conflict, claimedAt(m_run, claim, at), claimedAt(m_run, coming, at)});
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
                continue; // the mode of the acquires counts, not what a worker says when it enters
            const auto first = claimAt(inside, inside.enter);
            if (!first || *first == *second)
                continue;
            // The Lab has checked that the worker inside is alive. The worker that enters may have died since it wrote the line.
            const auto conflict = std::min(exclusive(m_run.claims[*first], m_run.claims[*second], entering.enter),
                                           livedAt(m_run, entering.who, entering.enter - 1)); // its next call shows whether it lived
            if (conflict == Certainty::No)
                continue;
            const auto &there = m_run.first(m_run.claims[*first]);
            const auto &came = m_run.first(m_run.claims[*second]);
            m_overlaps.push_back({*first,
                                  *second,
                                  entering.enter,
                                  true,
                                  conflict,
                                  {there.sent, there.answered, inside.enter, came.sent, came.answered, entering.enter}});
        }
    }

    // The claim on whose behalf an owner entered. If an owner enters without a claim, the lock is not to blame.
    std::optional<std::size_t> claimAt(const Presence &presence, Number number) const
    {
        for (auto i = m_run.claims.size(); i-- > 0;) {
            const auto &claim = m_run.claims[i];
            const auto &first = m_run.first(claim);
            if (first.who == presence.who && first.lock == presence.lock && first.owner == presence.owner && claim.begin < number)
                return claim.over == 0 || claim.over > number ? std::optional(i) : std::nullopt;
        }
        return std::nullopt;
    }

    const Run &m_run;
    std::vector<Overlap> m_overlaps;
};

} // namespace

Certainty livedAt(const Run &run, const Incarnation &who, Number number)
{
    const auto found = run.lives.find(who);
    if (found == run.lives.end())
        return Certainty::Maybe;
    const auto &life = found->second;
    if (std::ranges::any_of(life.signs, [=](const Sign &sign) { return sign.at > number; }))
        return Certainty::Yes;
    if (life.died != 0)
        return life.death == entry::Death::Crashed ? Certainty::Maybe : Certainty::Yes; // before a kill, the Lab reads all output
    return run.complete() ? Certainty::Yes : Certainty::Maybe;
}

Certainty ownedAt(const Run &run, const Claim &claim, Number number)
{
    if (claim.begin > number || (claim.end != 0 && claim.end <= number))
        return Certainty::No;
    const bool endUnread = !run.complete() && claim.end == 0;
    if (claim.how == ClaimEnd::Lost || claim.how == ClaimEnd::ExtendRefused || endUnread) // perhaps written, and not yet read
        return saidAfter(run, claim, number) ? Certainty::Yes : Certainty::Maybe;
    return livedAt(run, run.first(claim).who, number);
}

Certainty claimedAt(const Run &run, const Claim &claim, Number number)
{
    return std::min(ownedAt(run, claim, number), valid(run, claim, number));
}

std::vector<Overlap> overlapsOf(const Run &run) { return OverlapFinder(run).all(); }

Contention contentionIn(const Run &run)
{
    const auto isOpen = [&](const Attempt &attempt, Number from, Number to) {
        const auto end = attempt.answered != 0 ? attempt.answered : run.lives.at(attempt.who).died;
        return (end == 0 || from < end) && (to == 0 || to > attempt.sent);
    };
    const auto meetsClaim = [&](const Attempt &attempt) {
        return attempt.sent > run.begin && std::ranges::any_of(run.claims, [&](const Claim &claim) {
                   const auto &first = run.first(claim);
                   return first.lock == attempt.lock && !sameOwner(first, attempt) && first.sent > run.begin
                          && isOpen(attempt, claim.begin, claim.over);
               });
    };
    const auto isLock = [&](const Element &element, const std::string &lock) { // a format recognised it, or an owner named its key
        return element.role == entry::Role::Holding
                   ? element.lock == lock
                   : element.role == entry::Role::Unknown && std::ranges::any_of(run.attempts, [&](const Attempt &owner) {
                         return owner.granted && owner.lock == lock && owner.answer.key == element.key;
                     });
    };
    const auto meetsKey = [&](const Attempt &attempt) {
        return attempt.sent > run.begin && std::ranges::any_of(run.elements, [&](const Element &element) {
                   return element.by && element.by != attempt.who && isOpen(attempt, element.created, element.ended)
                          && isLock(element, attempt.lock);
               });
    };
    if (std::ranges::none_of(run.claims, [&](const Claim &claim) { return run.first(claim).sent > run.begin; }))
        return Contention::NoLock;
    return std::ranges::any_of(run.attempts, meetsClaim) ? Contention::ForAClaim
           : std::ranges::any_of(run.attempts, meetsKey) ? Contention::ForAKey
                                                         : Contention::None;
}

} // namespace lockcore::detail
