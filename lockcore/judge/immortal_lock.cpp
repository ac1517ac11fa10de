// SPDX-License-Identifier: MIT
// No immortal lock. A violation needs an attempt: no live worker claims the lock, and a new worker is refused for as long as the bound, and
// once more at the end. If others shared the lock with an owner that died, and have given it back, the bound counts from its death.
#include "lockcore/judge/liveness.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class ImmortalJudge
{
public:
    ImmortalJudge(const Case &of, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_findings(findings)
    { }

    void judge()
    {
        for (const auto &attempt : m_run.attempts) {
            if (attempt.sent > m_run.begin && refused(attempt) && isFresh(attempt, attempt.sent))
                refusedFrom(attempt);
        }
        for (const auto &claim : m_run.claims) // after the refusals, which may say more
            abandoned(claim);
        for (const auto &element : m_run.elements)
            leftByTheDead(element);
        m_findings.notExercised(nothingLeft());
        noteNoLease();
    }

private:
    static bool refused(const Attempt &attempt)
    {
        return attempt.answered != 0 && attempt.answer.answer == entry::Answer::No && attempt.cancelled == 0;
    }

    // The worker was started after the last claim of the lock had ended.
    bool isFresh(const Attempt &attempt, Number until) const
    {
        const auto life = m_run.lives.find(attempt.who);
        return life != m_run.lives.end() && life->second.started != 0 && !claimed(m_run, attempt.lock, life->second.started, until);
    }

    void abandoned(const Claim &claim)
    {
        if ((claim.how != ClaimEnd::Died && claim.how != ClaimEnd::Thrown) || m_run.first(claim).sent < m_run.begin)
            return;
        const auto &lock = m_run.first(claim).lock;
        const bool again =
            std::ranges::any_of(m_run.claims, [&](const Claim &next) { return m_run.first(next).lock == lock && next.begin > claim.end; });
        if (again)
            m_findings.exercised("a lock that its holder had abandoned was taken again");
        else
            m_findings.inconclusive("nobody took the lock that " + nameOf(m_run.first(claim))
                                        + " had abandoned: " + needsText(patience(m_case, lock)),
                                    {claim.end});
    }

    // The maker died before it was granted the lock, or while it released it: the key is there, and no claim is.
    void leftByTheDead(const Element &element)
    {
        const auto life = element.by ? m_run.lives.find(*element.by) : m_run.lives.end();
        const bool isLock = element.role == entry::Role::Holding && element.created > m_run.begin;
        if (!isLock || life == m_run.lives.end() || !wasKilled(life->second) || life->second.died < element.created
            || (element.ended != 0 && element.ended < life->second.died))
            return;
        m_left.push_back(*element.by);
        if (std::ranges::any_of(m_run.claims, [&](const Claim &next) {
                return (element.lock.empty() || m_run.first(next).lock == element.lock) && next.begin > life->second.died;
            }))
            m_findings.exercised("the lock that " + toString(*element.by) + " left behind when it died was taken again");
    }

    static bool wasKilled(const Life &life) { return life.died != 0 && life.death != entry::Death::Bye; }

    std::string nothingLeft() const
    {
        if (!m_left.empty())
            return toString(m_left.front()) + " died and left a lock behind, but nobody asked for it for long";
        for (const auto &[who, life] : m_run.lives) {
            if (wasKilled(life) && life.died > m_run.begin)
                return toString(who) + " died, but left no lock behind";
        }
        return "nobody left a lock behind: no holder died or threw";
    }

    void refusedFrom(const Attempt &first)
    {
        const auto bound = patience(m_case, first.lock, &first);
        const auto since = nobodysSince(first);
        const auto isLong = [&](const Attempt &last) { // one refusal may be of the moment
            return m_run.at(last.sent) - m_run.at(since) >= *bound && m_run.at(last.sent) - m_run.at(first.sent) >= *bound / 16;
        };
        for (const auto &last : m_run.attempts) {
            if (!bound || last.lock != first.lock || !refused(last) || !isLong(last) || !isFresh(last, last.answered)
                || claimed(m_run, first.lock, first.sent, last.answered) || takenByTheDead(first.lock, since, last.answered))
                continue;
            if (const auto *element = runsOutLater(first, last))
                return m_findings.inconclusive("nobody has said how long the lease is, and `" + escaped(element->key) + "` had "
                                                   + milliseconds(*leftOf(m_run, *element, last.answered)) + " left of its TTL",
                                               {first.sent, last.answered, element->created});
            return immortal(first, last, m_run.at(last.sent) - m_run.at(first.sent) >= *bound ? first.sent : since);
        }
    }

    // The death of the last owner that died, if all others have given the lock back before this request, and nobody else can have got it or can
    // have a place in a queue; else the request.
    Number nobodysSince(const Attempt &fresh) const
    {
        Number died = 0;
        for (const auto &claim : m_run.claims) {
            if (m_run.first(claim).lock != fresh.lock || claim.begin > fresh.sent)
                continue;
            if (claim.how == ClaimEnd::Died)
                died = std::max(died, claim.end);
            else if (!isGivenBack(claim, fresh))
                return fresh.sent;
        }
        const bool mayBeOthers = std::ranges::any_of(m_run.attempts, [&](const Attempt &other) {
            return other.lock == fresh.lock && other.sent < fresh.sent && !other.granted && !refused(other);
        });
        return died == 0 || mayBeOthers ? fresh.sent : died;
    }

    // An element whose TTL ends later: nobody renews it, and its lease was neither asked for nor is it the library's default.
    const Element *runsOutLater(const Attempt &first, const Attempt &last) const
    {
        const auto found = std::ranges::find_if(m_run.elements, [&](const Element &element) {
            const auto *const owner = ownerOf(element);
            if (!owner || m_run.first(*owner).lock != first.lock)
                return false;
            const auto *const made = attemptThatMade(element);
            const bool isThere = element.created < first.sent && (element.ended == 0 || element.ended > last.answered);
            const bool isKept = std::ranges::any_of(element.extended, [&](Number number) { return number > first.sent; });
            return isThere && !isKept && leftOf(m_run, element, last.answered).value_or(Milliseconds(0)) > Milliseconds(0)
                   && !(made && made->lease);
        });
        return found == m_run.elements.end() ? nullptr : &*found;
    }

    // A command that a dead worker had sent may still be executed, later: then the time of the lock starts there.
    bool takenByTheDead(const std::string &lock, Number from, Number to) const
    {
        return std::ranges::any_of(m_run.elements, [&](const Element &element) {
            const auto life = element.by ? m_run.lives.find(*element.by) : m_run.lives.end();
            return (element.lock.empty() || element.lock == lock) && element.created > from && element.created < to
                   && life != m_run.lives.end() && life->second.died != 0 && life->second.died < element.created;
        });
    }

    void immortal(const Attempt &first, const Attempt &last, Number since)
    {
        const auto *const died = m_run.as<entry::Died>(since);
        std::vector<Number> proof{died ? since : 0, m_run.lives.at(first.who).started, first.sent, first.answered, last.sent,
                                  last.answered};
        for (const auto &who : {first.who, last.who}) {
            const auto fault = m_case.disturbances.fault(who, first.sent, last.answered);
            const auto stall = m_case.disturbances.stall(who, first.sent, last.answered);
            if (fault != 0 || stall != 0)
                return m_findings.inconclusive(
                    toString(who) + " was refused, but was disturbed meanwhile by "
                        + (fault != 0 ? faultText(m_run, fault) : "a stall of " + milliseconds(m_run.as<entry::Stalled>(stall)->length)),
                    std::move(proof));
        }
        const auto *const element = blocking(first.lock, last.answered);
        if (element)
            proof.push_back(element->created);
        if (const auto *const owner = element ? ownerOf(*element) : nullptr; owner && isStillHeld(*owner))
            return m_findings.inconclusive(nameOf(m_run.first(*owner))
                                               + " was told that it still holds the lock, as a release of it had got no "
                                                 "answer, and did not release it again",
                                           std::move(proof));
        if (const auto *const release = element ? failedRelease(*element) : nullptr; release && release->answered != 0)
            proof.push_back(release->answered);
        if (element && element->by && !isDead(*element->by) && m_case.disturbances.fault(*element->by, first.sent, last.answered) != 0)
            return m_findings.inconclusive(toString(*element->by) + ", whose key it is, was disturbed meanwhile", std::move(proof));
        const auto lasted = milliseconds(m_run.at(last.answered) - m_run.at(since));
        m_findings.add(Outcome::Violated, element && hasNoLease(*element, last.answered) ? Cause::NoLease : Cause::StaysTaken,
                       "nobody claims the lock, and a new worker (" + toString(last.who) + ") was still refused "
                           + (died ? lasted + " after " + toString(died->who) + " had died" : "after " + lasted)
                           + (element ? madeBy(*element, last.answered) : ""),
                       element ? pitfall(*element, last.answered) : "", std::move(proof));
    }

    const Element *blocking(const std::string &lock, Number number) const
    {
        const auto found = std::ranges::find_if(m_run.elements, [&](const Element &element) {
            return element.role == entry::Role::Holding && (element.lock.empty() || element.lock == lock) && element.created < number
                   && (element.ended == 0 || element.ended > number);
        });
        return found == m_run.elements.end() ? nullptr : &*found;
    }

    std::optional<Milliseconds> ttlAt(const Element &element, Number number) const
    {
        auto ttl = element.ttl;
        for (const auto extended : element.extended) {
            if (extended < number)
                ttl = m_run.as<entry::KeyChanged>(extended)->ttl;
        }
        return ttl;
    }

    bool hasNoLease(const Element &element, Number number) const { return !element.bySession && !ttlAt(element, number); }

    std::string madeBy(const Element &element, Number number) const
    {
        if (!element.by)
            return {};
        const auto text = "; the key is " + toString(*element.by) + "'s";
        return leaseComesLater(element, number)
                   ? text + ", and stays " + std::to_string(std::chrono::round<std::chrono::seconds>(*element.ttl).count())
                         + " s: the lease comes in a second command"
                   : text;
    }

    // The acquire that made the element.
    const Attempt *attemptThatMade(const Element &element) const
    {
        const auto found = std::ranges::find_if(m_run.attempts, [&](const Attempt &attempt) {
            return attempt.who == element.by && attempt.sent < element.created
                   && (attempt.answered == 0 || attempt.answered > element.created);
        });
        return found == m_run.attempts.end() ? nullptr : &*found;
    }

    // The key still has the TTL that it was made with, which is longer than the lease. In another acquire of the run, the warm-up included, a
    // second command set the lease instead.
    bool leaseComesLater(const Element &element, Number number) const
    {
        if (!element.ttl || ttlAt(element, number) != element.ttl)
            return false;
        return std::ranges::any_of(m_run.elements, [&](const Element &other) {
            const auto *const attempt = attemptThatMade(other);
            if (!attempt || !attempt->longestLease || !other.ttl || *other.ttl <= *attempt->longestLease || other.role == entry::Role::Other
                || attempt->answer.key.value_or(other.key) != other.key)
                return false;
            return std::ranges::any_of(other.extended, [&](Number extended) {
                const auto &ttl = m_run.as<entry::KeyChanged>(extended)->ttl;
                return (attempt->answered == 0 || extended < attempt->answered) && ttl && *ttl <= *attempt->longestLease;
            });
        });
    }

    std::string pitfall(const Element &element, Number number) const
    {
        const bool died = element.by && isDead(*element.by);
        const auto *const attempt = attemptThatMade(element);
        if (hasNoLease(element, number)) // without its lease, if it was asked for one
            return element.ttl ? "R13" : died && attempt && attempt->lease ? "A1" : "";
        for (const auto extended : element.extended) {
            const auto by = m_run.author(*m_run.as<entry::KeyChanged>(extended));
            if (by && by != element.by && !isGranted(*by, extended))
                return claims(*by, element, extended) ? "L17" : "A2";
        }
        if (element.bySession)
            return {};
        if (element.extended.empty())
            return died && leaseComesLater(element, number)                                      ? "A1"
                   : attempt && attempt->lease && isInAnotherUnit(*element.ttl, *attempt->lease) ? "A14"
                                                                                                 : "";
        const auto *const owner = ownerOf(element);
        if (!owner || element.extended.back() < owner->over)
            return {};
        if (owner->how == ClaimEnd::Thrown)
            return "L5";
        if (owner->how != ClaimEnd::Released)
            return {};
        if (const auto *const release = failedRelease(element))
            return ofFailedRelease(*release);
        return owner->deepest > 1 ? "E4" : "";
    }

    // Another owner, such as another reader.
    bool claims(const Incarnation &by, const Element &element, Number number) const
    {
        return std::ranges::any_of(m_run.claims, [&](const Claim &claim) {
            const auto &first = m_run.first(claim);
            return first.who == by && (element.lock.empty() || element.lock == first.lock) && claim.begin < number
                   && (claim.over == 0 || claim.over > number);
        });
    }

    // The command was part of an acquire that succeeded, as that of another reader.
    bool isGranted(const Incarnation &by, Number number) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &attempt) {
            return attempt.who == by && attempt.granted && attempt.sent < number && attempt.answered > number;
        });
    }

    // Its owner released it as often as it had acquired it, but not each release arrived, and the last answer says so.
    static bool isStillHeld(const Claim &owner)
    {
        const auto hasNoAnswer = [](const Release &release) { return !release.ok && !release.refused; };
        return !owner.releases.empty() && owner.releases.back().ok && owner.releases.back().count.value_or(0) > 0
               && std::ranges::any_of(owner.releases, hasNoAnswer);
    }

    // Its owner's last release, if that failed; null: it did not, or there was none.
    const Release *failedRelease(const Element &element) const
    {
        const auto *const owner = ownerOf(element);
        const bool failed = owner && owner->how == ClaimEnd::Released && !owner->releases.empty() && !owner->releases.back().ok;
        return failed ? &owner->releases.back() : nullptr;
    }

    // What the server, or a client that knows its slots, said to it.
    std::string ofFailedRelease(const Release &release) const
    {
        const auto *const answer = m_run.as<entry::Received>(release.answered);
        const auto says = [&](std::string_view word) {
            return answer && (answer->code == word || answer->text.find(word) != std::string::npos);
        };
        return says("NOSCRIPT") ? "A16" : says("CROSSSLOT") || says("cross-slot") ? "A17" : "R8";
    }

    bool isDead(const Incarnation &who) const
    {
        const auto life = m_run.lives.find(who);
        return life != m_run.lives.end() && life->second.died != 0;
    }

    // The last claim that this element belonged to.
    const Claim *ownerOf(const Element &element) const
    {
        const auto index = std::size_t(&element - m_run.elements.data());
        for (auto i = m_run.claims.size(); i-- > 0;) {
            const auto &elements = m_case.holdings[i].elements;
            if (std::ranges::find(elements, index) != elements.end())
                return &m_run.claims[i];
        }
        return nullptr;
    }

    // A key without a lease is reported as a note, whatever the verdict.
    void noteNoLease()
    {
        for (const auto &element : m_run.elements) {
            const auto life = element.by ? m_run.lives.find(*element.by) : m_run.lives.end();
            if (element.role != entry::Role::Holding || life == m_run.lives.end() || life->second.died == 0
                || (element.ended != 0 && element.ended < life->second.died) || !hasNoLease(element, life->second.died))
                continue;
            m_findings.note("no lease: the key `" + escaped(element.key) + "` has no TTL, and " + toString(*element.by)
                            + ", which made it, is dead");
        }
    }

    const Case &m_case;
    const Run &m_run;
    Findings &m_findings;
    std::vector<Incarnation> m_left; ///< who died while a key of its own was there
};

} // namespace

Verdict noImmortalLock(const Case &of)
{
    Findings findings(of.run, Property::NoImmortalLock, Importance::Must);
    ImmortalJudge(of, findings).judge();
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
