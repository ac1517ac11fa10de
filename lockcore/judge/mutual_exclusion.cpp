// SPDX-License-Identifier: MIT
// Mutual exclusion. An overlap is a fact; the server's record decides what it means, by what ended the first holder's key. Without a
// record, two claims count only if both are surely within their leases.
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class OverlapJudge
{
public:
    OverlapJudge(const Case &of, const Overlap &overlap, Findings &findings)
        : m_run(of.run)
        , m_overlap(overlap)
        , m_first(of.run.claims[overlap.first])
        , m_second(of.run.claims[overlap.second])
        , m_firstHolding(of.holdings[overlap.first])
        , m_secondHolding(of.holdings[overlap.second])
        , m_findings(findings)
    { }

    void judge()
    {
        if (withoutGrant() || extendedWithoutLock() || renewedWithoutLock() || sharing())
            return;
        const auto first = intervalAt(m_firstHolding);
        const auto second = intervalAt(m_secondHolding);
        const bool isNewer = first && second && second->to != 0 && first->from > second->to;
        if (isOver(second) && (!first || isNewer))
            ended(m_second, second->to, first);
        else if (isOver(first)) // a waiter's place in a queue may be older than this end
            ended(m_first, first->to, second);
        else if (first && second)
            bothThere(first->from, second->from);
        else
            byClaims();
    }

    const std::optional<std::size_t> &lapsed() const { return m_lapsed; } ///< the claim whose lease was over

private:
    bool isOver(const std::optional<Interval> &interval) const
    {
        return interval && interval->to != 0 && (interval->to < m_overlap.at || hadExpired(m_run, interval->to, m_overlap.at));
    }

    // The last interval of the holding that began before the overlap.
    std::optional<Interval> intervalAt(const Holding &holding) const { return newestBefore(holding, m_overlap.at); }

    static std::optional<Interval> newestBefore(const Holding &holding, Number number)
    {
        std::optional<Interval> newest;
        for (const auto &interval : holding.intervals) {
            if (interval.from < number)
                newest = interval;
        }
        return newest;
    }

    // Decided by the library's own rule: an expired holding may stay until somebody removes it.
    Certainty firstHasLapsed() const
    {
        std::optional<Certainty> lapsed;
        for (const auto i : m_firstHolding.elements) {
            const auto &element = m_run.elements[i];
            if (element.created < m_overlap.at && (element.ended == 0 || element.ended > m_overlap.at))
                lapsed = std::min(lapsed.value_or(Certainty::Yes), detail::isOver(m_run, m_first, element, m_overlap.at));
        }
        return lapsed.value_or(Certainty::No);
    }

    void bothThere(Number first, Number second)
    {
        const auto lapsed = firstHasLapsed();
        if (lapsed == Certainty::Yes)
            return noteLapsed(m_first, m_second);
        if (lapsed == Certainty::Maybe)
            return m_findings.inconclusive(nameOf(m_run.first(m_first)) + "'s lease may have been over when "
                                               + nameOf(m_run.first(m_second)) + " got the lock, by the library's own rule",
                                           m_overlap.proof);
        const auto &one = *m_run.as<entry::KeyChanged>(first);
        const auto &other = *m_run.as<entry::KeyChanged>(second);
        const bool shares = sameKey(one, other);
        violated(Cause::Shared,
                 nameOf(m_run.first(m_first)) + " and " + nameOf(m_run.first(m_second))
                     + (shares ? " were both holders of `" + escaped(one.key) + "` at once" : " held different keys of one lock at once"),
                 one.key == other.key ? "" : "A13", {first, second});
    }

    // The worker had only a belief: its holding had run out before the overlap, and did not exist when the other got its ok.
    bool ranOut(const Claim &claim, const Holding &holding, Number told) const
    {
        const auto interval = intervalAt(holding);
        return interval && interval->to != 0 && interval->to < m_overlap.at && !interval->covers(told)
               && endingOf(m_run, claim, interval->to).kind == EndKind::Expired;
    }

    bool withoutGrant()
    {
        return toldWrongly(m_second, m_secondHolding, m_first, m_firstHolding)
               || toldWrongly(m_first, m_firstHolding, m_second, m_secondHolding);
    }

    // The last ok of the claim came without a grant, while the other's lock was there.
    bool toldWrongly(const Claim &claim, const Holding &holding, const Claim &other, const Holding &otherHolding)
    {
        std::size_t newest = 0;
        while (newest + 1 < claim.attempts.size() && m_run.attempts[claim.attempts[newest + 1]].answered <= m_overlap.at)
            ++newest;
        const auto &attempt = m_run.attempts[claim.attempts[newest]];
        if (holding.grants[newest] != Grant::Never || ranOut(other, otherHolding, attempt.answered))
            return false;
        violated(Cause::NeverHeld,
                 nameOf(attempt) + (newest > 0 ? " was given a re-entry" : " was told that it holds the lock") + " while "
                     + nameOf(m_run.first(other)) + " claimed it, and no command had taken it",
                 newest > 0 || heldBefore(attempt) ? "E1"
                 : claimsUnanswered(claim)         ? "A12"
                                                   : "",
                 {attempt.sent, attempt.answered});
        return true;
    }

    bool extendedWithoutLock()
    {
        return extendedWrongly(m_first, m_firstHolding, m_second, m_secondHolding)
               || extendedWrongly(m_second, m_secondHolding, m_first, m_firstHolding);
    }

    // An extend was answered with ok, but when the worker sent its first command for it, only the other's lock existed.
    bool extendedWrongly(const Claim &claim, const Holding &holding, const Claim &other, const Holding &otherHolding)
    {
        for (const auto &extension : claim.extensions) {
            const auto own = newestBefore(holding, extension.answered);
            const auto others = newestBefore(otherHolding, extension.answered);
            if (!extension.ok || !own || own->to == 0 || !others || others->from < own->to || !others->covers(extension.answered))
                continue;
            const auto asked = firstTurn(m_run.first(claim).who, extension.sent, extension.answered);
            if (asked < others->from)
                continue;
            violated(Cause::NeverHeld,
                     nameOf(m_run.first(claim)) + " was told that its lock is extended, while only " + nameOf(m_run.first(other))
                         + "'s was there",
                     "", {others->from, extension.sent, extension.answered});
            return true;
        }
        return false;
    }

    bool renewedWithoutLock()
    {
        return renewedWrongly(m_first, m_firstHolding, m_second, m_secondHolding)
               || renewedWrongly(m_second, m_secondHolding, m_first, m_firstHolding);
    }

    // Its lock was over when the other got it, and then its watchdog reported two renewals, before the other gave it back, or of a lock that it had
    // made again. The second renewal began after the report of the first.
    bool renewedWrongly(const Claim &claim, const Holding &holding, const Claim &other, const Holding &otherHolding)
    {
        const auto own = newestBefore(holding, m_overlap.at);
        const auto others = newestBefore(otherHolding, m_overlap.at);
        if (!own || own->to == 0 || !others || others->from < own->to)
            return false;
        const auto first = std::ranges::upper_bound(claim.renewals, others->from);
        if (claim.renewals.end() - first < 2)
            return false;
        const bool madeAgain = std::ranges::any_of(holding.intervals, [&](const Interval &later) { return later.from > others->from; });
        if (!madeAgain && other.end != 0 && *std::next(first) > other.end)
            return false;
        const auto name = nameOf(m_run.first(claim));
        violated(madeAgain ? Cause::MadeAgain : Cause::Extended,
                 name + "'s watchdog reported that it renewed " + name + "'s lock, which was over when " + nameOf(m_run.first(other))
                     + " got it" + (madeAgain ? ": it had made the lock again" : ""),
                 madeAgain ? "L12" : "L11", {own->to, others->from, *first, *std::next(first)});
        return true;
    }

    Number firstTurn(const Incarnation &who, Number from, Number to) const
    {
        for (auto number = from; number < to; ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (turn && turn->who == who)
                return number;
        }
        return to;
    }

    // An earlier claim of this owner that it has not released.
    bool heldBefore(const Attempt &attempt) const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            return claim.begin < attempt.sent && claim.release == 0 && sameOwner(m_run.first(claim), attempt)
                   && m_run.first(claim).lock == attempt.lock;
        });
    }

    bool sharing()
    {
        const auto joins = [](const Holding &one, const Holding &other) {
            return one.sharedBy != 0 && std::ranges::find(other.elements, one.shared) != other.elements.end();
        };
        const bool secondJoins = joins(m_secondHolding, m_firstHolding);
        if (!secondJoins && !joins(m_firstHolding, m_secondHolding))
            return false;
        const auto &joiner = secondJoins ? m_secondHolding : m_firstHolding;
        const auto &element = m_run.elements[joiner.shared];
        const auto *const changed = m_run.as<entry::KeyChanged>(joiner.sharedBy);
        violated(Cause::Shared,
                 nameOf(m_run.first(secondJoins ? m_second : m_first)) + " took " + nameOf(m_run.first(secondJoins ? m_first : m_second))
                     + "'s lock for its own: both write `" + escaped(element.mark) + "`",
                 m_run.first(m_first).who == m_run.first(m_second).who ? "E9" : "A15", {element.created, joiner.sharedBy, changed->cause});
        return true;
    }

    void ended(const Claim &claim, Number number, const std::optional<Interval> &next)
    {
        const auto ending = endingOf(m_run, claim, number);
        const std::vector<Number> proof{ending.number, ending.cause, next ? next->from : 0};
        const auto &other = m_run.first(&claim == &m_first ? m_second : m_first);
        const auto text =
            endingText(m_run, claim, ending) + "; " + nameOf(other) + (m_overlap.inside ? " entered as well" : " got it as well");
        switch (ending.kind) {
        case EndKind::Removed:
        case EndKind::OtherOwner: return violated(Cause::Removed, text, pitfallOfRemoval(m_run, claim, ending), proof);

        case EndKind::OwnRemoval:
            if (claim.how == ClaimEnd::Lost || claim.how == ClaimEnd::ExtendRefused)
                return; // the worker reported the loss, a little late
            return violated(Cause::Removed, text, pitfallOfRemoval(m_run, claim, ending), proof);
        case EndKind::TooEarly: return violated(Cause::ShorterLease, text, pitfallOfShorterLease(m_run, claim, ending), proof);
        case EndKind::Operator: return violated(Cause::Operator, text, "R12", proof);
        case EndKind::ServerFault:
            return violated(Cause::ServerFault, text, pitfallOfFault(m_run, ending.cause != 0 ? ending.cause : ending.number), proof);
        case EndKind::Expired: // LeaseOutlived reports it
            if (saidToBeRenewed(claim))
                return violated(Cause::NotRenewed, text + ", though its watchdog had reported a renewal", {}, proof);
            if (saidToBeValid(claim))
                return violated(Cause::ShorterLease, text + ", though it had said that it holds the lock for longer",
                                pitfallOfLateGrant(m_run, claim, ending), proof);
            if (next && takenBack(claim, *next))
                return;
            return noteLapsed(claim, &claim == &m_first ? m_second : m_first);
        case EndKind::Unknown: return byClaims();
        }
    }

    void noteLapsed(const Claim &claim, const Claim &other)
    {
        const auto name = nameOf(m_run.first(claim));
        m_lapsed = &claim == &m_first ? m_overlap.first : m_overlap.second;
        if (m_overlap.inside && m_overlap.certainty == Certainty::Yes)
            m_findings.afterLease("no two workers held the lock at once while the lease lasted; afterwards " + name + " and "
                                      + nameOf(m_run.first(other)) + " were inside at once",
                                  m_overlap.proof);
    }

    // The lease was over, then its worker removed the other's lock, and both continued.
    bool takenBack(const Claim &claim, const Interval &next)
    {
        const auto &other = &claim == &m_first ? m_second : m_first;
        if (next.to == 0 || std::min(claimedAt(m_run, claim, next.to), claimedAt(m_run, other, next.to)) != Certainty::Yes)
            return false;
        const auto ending = endingOf(m_run, other, next.to);
        if (ending.by != m_run.first(claim).who || (ending.kind != EndKind::Removed && !ending.rewritten))
            return false;
        if (ending.rewritten) {
            m_findings.inconclusive(endingText(m_run, other, ending) + "; both went on", {ending.number, ending.cause});
            return true;
        }
        violated(Cause::Removed, endingText(m_run, other, ending) + "; both went on", pitfallOfRemoval(m_run, other, ending),
                 {ending.number, ending.cause});
        return true;
    }

    bool saidToBeRenewed(const Claim &claim) const
    {
        const auto end = surelyUntil(claim);
        return !claim.renewals.empty() && end && m_run.at(m_overlap.at) < *end;
    }

    // A worker can publish a validity only when it has the reply.
    bool saidToBeValid(const Claim &claim) const
    {
        const auto &first = m_run.first(claim);
        if (!first.answer.validity || !claim.extensions.empty() || claim.attempts.size() > 1)
            return false;
        const auto known = m_run.lastReply(first.who, first.sent, first.answered);
        return m_run.at(known) + surely(*first.answer.validity) > m_run.at(m_overlap.at);
    }

    // Without a record: both claims are surely within their leases and no server fault came in between, or both workers confirmed the lock.
    void byClaims()
    {
        const auto &first = m_run.first(m_first);
        const auto &second = m_run.first(m_second);
        const auto within = [&](const Claim &claim) {
            const auto end = surelyUntil(claim);
            return !end || m_run.at(m_overlap.at) < *end;
        };
        if (!within(m_first) || !within(m_second))
            return m_findings.inconclusive(nameOf(first) + " and " + nameOf(second)
                                               + " may have held the lock at once; the server's record does not tell",
                                           m_overlap.proof);
        const auto probes = bothProbed();
        const auto fault = serverFault(std::min(first.sent, second.sent), m_overlap.at);
        if (probes.empty() && fault != 0)
            return m_findings.inconclusive("a server fault lies between the claims of " + nameOf(first) + " and " + nameOf(second),
                                           m_overlap.proof);
        const bool isOperators = m_run.as<entry::Operated>(fault) != nullptr;
        violated(isOperators ? Cause::Operator : Cause::TwoClaims,
                 nameOf(first) + " and " + nameOf(second) + " both claimed the lock within their leases",
                 isOperators                                               ? "R12"
                 : claimsUnanswered(m_first) || claimsUnanswered(m_second) ? "A12"
                                                                           : "",
                 probes);
    }

    // Its `ok` was received while its network had lost what Redis said.
    bool claimsUnanswered(const Claim &claim) const
    {
        const auto &first = m_run.first(claim);
        const auto *const network = m_run.as<entry::NetworkFaulted>(m_run.lastNetwork(first.who, first.sent, first.answered));
        return network && network->fault != entry::NetworkFault::Healed && network->fault != entry::NetworkFault::Delay;
    }

    std::optional<Microseconds> surelyUntil(const Claim &claim) const { return surelyUntil(claim, grantedAfter(claim), m_overlap.at); }

    // As far as the entries before `number` tell, of a lock that was granted after `granted`. A renewal happens after the report of the one
    // before it.
    std::optional<Microseconds> surelyUntil(const Claim &claim, Number granted, Number number) const
    {
        auto end = leaseEnd(m_run, claim, number);
        const auto &lease = m_run.first(claim).lease;
        if (end && lease && claim.extensions.empty())
            end = std::max(*end, m_run.at(granted) + surely(*lease));
        for (std::size_t i = 1; end && lease && i < claim.renewals.size() && claim.renewals[i] < number; ++i)
            end = std::max(*end, m_run.at(claim.renewals[i - 1]) + surely(*lease));
        for (std::size_t i = 1; i < claim.attempts.size(); ++i) { // a re-entry may have made the lease shorter
            const auto &again = m_run.attempts[claim.attempts[i]];
            if (again.answered > number || !again.lease)
                continue;
            const auto next = m_run.at(again.sent) + surely(*again.lease);
            end = end ? std::min(*end, next) : next;
        }
        return end;
    }

    // A waiter was granted the lock after the request, and without a record also after the release of a holder who had the lock before the request
    // and was surely within its lease: had the grant come earlier, these two would have held the lock at once. Not so on a foreign server, where an
    // eviction or another program may have freed it earlier.
    Number grantedAfter(const Claim &claim) const
    {
        const auto &attempt = m_run.first(claim);
        auto after = attempt.sent;
        if (m_run.header().record || m_run.header().whyNoRecord.empty())
            return after;
        for (const auto &other : m_run.claims) {
            const auto &holder = m_run.first(other);
            const bool gaveBack = holder.lock == attempt.lock && holder.mode == entry::Mode::Exclusive && other.end == other.release
                                  && other.begin < attempt.sent && other.release > after && other.release < claim.begin
                                  && serverFault(holder.sent, other.release) == 0; // which may have freed it before
            if (!gaveBack)
                continue;
            const auto end = surelyUntil(other, holder.sent, other.release);
            if (!end || m_run.at(other.release) < *end)
                after = other.release;
        }
        return after;
    }

    // A fault of a server or an action of an operator; 0: none.
    Number serverFault(Number from, Number to) const
    {
        for (auto number = from; number < to; ++number) {
            if (m_run.as<entry::ServerFaulted>(number) || m_run.as<entry::Operated>(number))
                return number;
        }
        return 0;
    }

    std::vector<Number> bothProbed() const
    {
        const auto probe = [&](const Claim &claim) {
            for (const auto &[asked, answered] : claim.probes) {
                if (asked > m_overlap.at)
                    return std::vector<Number>{asked, answered};
            }
            return std::vector<Number>{};
        };
        auto both = probe(m_first);
        const auto other = probe(m_second);
        if (both.empty() || other.empty())
            return {};
        both.insert(both.end(), other.begin(), other.end());
        return both;
    }

    void violated(Cause cause, std::string sentence, std::string pitfall, std::vector<Number> proof)
    {
        proof.insert(proof.end(), m_overlap.proof.begin(), m_overlap.proof.end());
        if (m_overlap.certainty == Certainty::Yes)
            m_findings.add(Outcome::Violated, cause, std::move(sentence), std::move(pitfall), std::move(proof));
        else
            m_findings.inconclusive("possible, but not proved: " + sentence, std::move(proof));
    }

    const Run &m_run;
    const Overlap &m_overlap;
    const Claim &m_first;
    const Claim &m_second;
    const Holding &m_firstHolding;
    const Holding &m_secondHolding;
    Findings &m_findings;
    std::optional<std::size_t> m_lapsed;
};

} // namespace

OverlapReason reasonOf(const Case &of, const Overlap &overlap)
{
    Findings findings(of.run, Property::MutualExclusion, Importance::Must);
    OverlapJudge judge(of, overlap, findings);
    judge.judge();
    return {std::move(findings).verdict().pitfall, judge.lapsed()};
}

Verdict mutualExclusion(const Case &of)
{
    Findings findings(of.run, Property::MutualExclusion, Importance::Must);
    switch (contentionIn(of.run)) {
    case Contention::NoLock: findings.notExercised("nobody got the lock"); break;
    case Contention::None: findings.inconclusive("no contention: nobody asked for the lock while another had it"); break;
    case Contention::ForAKey:
    case Contention::ForAClaim: findings.exercised("no two workers held the lock at once within the lease"); break;
    }
    for (const auto &overlap : of.overlaps)
        OverlapJudge(of, overlap, findings).judge();
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
