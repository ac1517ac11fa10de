// SPDX-License-Identifier: MIT
// Ownership of each element: who created it, who removed or extended it. Only the element that is the holding counts, and only while its
// owner claims it.
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class OwnershipJudge
{
public:
    OwnershipJudge(const Case &of, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_findings(findings)
    { }

    void judge()
    {
        for (std::size_t i = 0; i < m_run.claims.size(); ++i) {
            if (m_run.first(m_run.claims[i]).sent < m_run.begin)
                continue;
            const auto &holding = m_case.holdings[i];
            for (const auto element : holding.elements)
                judge(m_run.claims[i], holding, m_run.elements[element]);
            for (std::size_t k = 1; k < holding.intervals.size(); ++k)
                madeAgain(m_run.claims[i], holding.intervals[k - 1].to, holding.intervals[k].from);
        }
        std::ranges::stable_sort(m_hits, {}, &Hit::number);
        for (auto &hit : m_hits)
            m_findings.add(Outcome::Violated, hit.cause, std::move(hit.text), std::move(hit.pitfall), std::move(hit.proof));
    }

private:
    // True from the moment when the element exists: the `ok` may still be on its way.
    bool owned(const Claim &claim, Number number) const
    {
        return (claim.end == 0 || number < claim.end) && (number < claim.begin || claimedAt(m_run, claim, number) != Certainty::No);
    }

    // Elements left by a try without a majority are nobody's lock.
    static bool isHeld(const Holding &holding, Number number)
    {
        return std::ranges::any_of(holding.intervals, [=](const Interval &interval) {
            return interval.from < number && (interval.to == 0 || number <= interval.to);
        });
    }

    void judge(const Claim &claim, const Holding &holding, const Element &element)
    {
        const auto since = std::max(holding.adopted, m_run.first(claim).sent);
        if (element.ended > since && owned(claim, element.ended) && isHeld(holding, element.ended))
            removed(claim, element);
        for (const auto number : element.extended) {
            const auto by = m_run.author(*m_run.as<entry::KeyChanged>(number));
            if (number > since && by && *by != m_run.first(claim).who && owned(claim, number) && isHeld(holding, number)
                && !sharesKey(*by, element, number) && !leavesItsEnd(element, number)
                && isOver(m_run, claim, element, number) == Certainty::No)
                extended(claim, element, number, *by);
        }
    }

    void removed(const Claim &claim, const Element &element)
    {
        const auto ending = endingOf(m_run, claim, element.ended);
        const auto text = endingText(m_run, claim, ending);
        if (ending.kind == EndKind::Unknown)
            m_findings.inconclusive(text, {element.created, ending.number});
        if (ending.kind == EndKind::Removed || ending.kind == EndKind::OtherOwner)
            hit(claim, element, ending.number, Cause::Removed, text, pitfallOfRemoval(m_run, claim, ending));
    }

    void extended(const Claim &claim, const Element &element, Number number, const Incarnation &by)
    {
        const auto &change = *m_run.as<entry::KeyChanged>(number);
        if (change.event == entry::KeyEvent::Changed && element.by == by) // it had handed over the lock that it now rewrites
            return m_findings.inconclusive(toString(by) + " wrote again into what it had made for " + nameOf(m_run.first(claim)), {number});
        hit(claim, element, number, Cause::Extended,
            toString(by) + "'s " + commandAt(m_run, change.cause) + " changed " + nameOf(m_run.first(claim)) + "'s lock"
                + leftText(leftOf(m_run, element, number)),
            pitfallOfChange(m_run, claim, number));
    }

    // A renewal or an extension made a lock that was over, where another has it in a key of its own: whatever the owner hears of it, Redis
    // has granted both.
    void madeAgain(const Claim &claim, Number over, Number number)
    {
        const auto &first = m_run.first(claim);
        const auto &change = *m_run.as<entry::KeyChanged>(number);
        if (m_run.author(change) != first.who || isAsking(first, change.cause))
            return;
        const auto *const other = holderBeside(first, number);
        if (!other)
            return;
        const auto &others = m_run.first(*other);
        m_hits.push_back({number,
                          Cause::MadeAgain,
                          toString(first.who) + "'s " + commandAt(m_run, change.cause) + " made " + nameOf(first)
                              + "'s lock again, which had been over, while " + nameOf(others) + " had the lock",
                          "L12",
                          {first.sent, over, others.answered, change.cause, number}});
    }

    // An acquire of its worker may have made it, also one that nobody waits for any more.
    bool isAsking(const Attempt &first, Number number) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &other) {
            return other.who == first.who && other.lock == first.lock && other.sent < number
                   && (other.answered == 0 || other.answered > number || other.indefinite);
        });
    }

    const Claim *holderBeside(const Attempt &first, Number number) const
    {
        for (std::size_t i = 0; i < m_run.claims.size(); ++i) {
            const auto &claim = m_run.claims[i];
            const auto &other = m_run.first(claim);
            const bool excludes = other.lock == first.lock && !sameOwner(other, first) && !compatible(other.mode, first.mode);
            if (excludes && claim.begin < number && claimedAt(m_run, claim, number) == Certainty::Yes && isHeld(m_case.holdings[i], number)
                && std::ranges::all_of(m_case.holdings[i].elements, [&](std::size_t element) {
                       return isOver(m_run, claim, m_run.elements[element], number) == Certainty::No;
                   }))
                return &claim;
        }
        return nullptr;
    }

    // A worker that crashed may have been dead already. In that case nobody lost a lock.
    void hit(const Claim &claim, const Element &element, Number number, Cause cause, const std::string &text, std::string pitfall)
    {
        if (livedAt(m_run, m_run.first(claim).who, number) != Certainty::Yes)
            return m_findings.inconclusive("possible, but not proved: " + text, proof(claim, element, number));
        m_hits.push_back({number, cause, text, std::move(pitfall), proof(claim, element, number)});
    }

    // Several holders of one key, such as readers, share its TTL: from the command that makes them share the key to the command that ends
    // it.
    bool sharesKey(const Incarnation &by, const Element &element, Number number) const
    {
        const auto cause = m_run.as<entry::KeyChanged>(number)->cause;
        const auto together = [&](Number other) { return other != 0 && m_run.as<entry::KeyChanged>(other)->cause == cause; };
        return std::ranges::any_of(m_run.elements, [&](const Element &other) {
            return other.by == by && sameKey(other, element) && other.mark != element.mark && other.role != entry::Role::Other
                   && (other.created <= number || together(other.created))
                   && (other.ended == 0 || other.ended >= number || together(other.ended));
        });
    }

    // A release or a try set the TTL to what was left of it: that harms nobody. The record reads each TTL a little after its command, so what
    // was left is also counted from the owner's own command. A renewal means to prolong, even by a millisecond.
    bool leavesItsEnd(const Element &element, Number number) const
    {
        constexpr Milliseconds reading{5};
        const auto &change = *m_run.as<entry::KeyChanged>(number);
        const auto *const turn = m_run.as<entry::Turn>(change.cause);
        if (change.event != entry::KeyEvent::Extended || !change.ttl || !turn || turn->verb == entry::Verb::Extend)
            return false;
        const auto isNear = [&](const std::optional<Milliseconds> &left) {
            return left && std::chrono::abs(*left - *change.ttl) < reading;
        };
        return isNear(leftOf(m_run, element, number)) || isNear(leftByOwner(element, number));
    }

    std::optional<Milliseconds> leftByOwner(const Element &element, Number number) const
    {
        auto ttl = element.ttl;
        auto since = element.created;
        for (const auto extended : element.extended) {
            const auto &change = *m_run.as<entry::KeyChanged>(extended);
            if (extended >= number || m_run.author(change) != element.by)
                continue;
            ttl = change.ttl;
            since = extended;
        }
        return ttl ? std::optional(*ttl - std::chrono::round<Milliseconds>(m_run.at(number) - m_run.at(since))) : std::nullopt;
    }

    std::vector<Number> proof(const Claim &claim, const Element &element, Number number) const
    {
        const auto &first = m_run.first(claim);
        return {first.sent, first.answered, element.created, m_run.as<entry::KeyChanged>(number)->cause, number};
    }

    struct Hit
    {
        Number number = 0;
        Cause cause = Cause::None;
        std::string text, pitfall;
        std::vector<Number> proof;
    };

    const Case &m_case;
    const Run &m_run;
    Findings &m_findings;
    std::vector<Hit> m_hits; ///< the first one is reported
};

// The worker says where its element is, but its maker is unknown: the record cannot show what another did to it. Several owners in one
// worker are not distinguished.
void noteUnknown(const Case &of, Findings &findings)
{
    for (std::size_t i = 0; i < of.run.claims.size(); ++i) {
        const auto &first = of.run.first(of.run.claims[i]);
        const auto &holding = of.holdings[i];
        if (first.sent > of.run.begin && first.answer.key && holding.elements.empty() && holding.grants.front() == Grant::Unknown
            && std::ranges::none_of(of.run.attempts, [&](const Attempt &other) { return shareWorker(other, first); }))
            findings.inconclusive("the record does not show what " + nameOf(first) + " held", {first.sent, first.answered});
    }
}

} // namespace

Verdict ownership(const Case &of)
{
    const auto &run = of.run;
    Findings findings(run, Property::Ownership, Importance::Must);
    const bool noneHeld = contentionIn(run) == Contention::NoLock;
    const bool known = std::ranges::any_of(of.holdings, [](const Holding &holding) { return !holding.elements.empty(); });
    if (!run.header().record)
        findings.notExercised(noRecordText(run));
    else if (!run.header().looks)
        findings.notExercised("looks are off");
    else if (!known || noneHeld)
        findings.notExercised(noneHeld ? "nobody got the lock" : unknownKey);
    else {
        switch (contentionIn(run)) {
        case Contention::ForAClaim: findings.exercised("nobody removed or extended a lock that another held"); break;
        case Contention::ForAKey:
            findings.inconclusive("nobody asked while a living worker held the lock: only a key was in the way");
            break;
        default: findings.inconclusive("no contention: nobody asked for the lock while another had it");
        }
        noteUnknown(of, findings);
        OwnershipJudge(of, findings).judge();
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
