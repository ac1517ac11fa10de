// SPDX-License-Identifier: MIT
// The lease ended while its owner still believed in it. With any lease this can happen, so it is neither held nor violated: the verdict
// names what took so long. Violated is a lease shorter than asked for, or one that a running watchdog did not renew.
#include "lockcore/judge/lease_ends.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class LeaseJudge
{
public:
    LeaseJudge(const Case &of, const Claim &claim, const Ending &ending)
        : m_case(of)
        , m_run(of.run)
        , m_claim(claim)
        , m_first(of.run.first(claim))
        , m_ending(ending)
    { }

    LeaseEnd judge() const
    {
        if (m_ending.kind == EndKind::TooEarly)
            return found(Outcome::Violated, Cause::ShorterLease, endingText(m_run, m_claim, m_ending),
                         pitfallOfShorterLease(m_run, m_claim, m_ending));
        const auto ended = endingText(m_run, m_claim, m_ending);
        const auto pause = pauseAtEnd();
        const auto fault = pause != 0 ? pause : m_case.disturbances.fault(m_first.who, m_first.sent, m_ending.number);
        if (fault != 0) {
            if (gaveUp(fault))
                return found(Outcome::Violated, Cause::NotRenewed,
                             ended + ": its watchdog gave up after " + faultText(m_run, fault) + ", although there was time to try again",
                             "L6", fault);
            return found(Outcome::Outlived, Cause::InjectedFault, ended + ", because of " + faultText(m_run, fault), faultPitfall(fault),
                         fault);
        }
        const auto lease = lastLease();
        const bool planned = lease && m_run.header().work >= *lease && !isOfSessions(m_run);
        if (planned && !isWatched())
            return found(Outcome::Outlived, Cause::ScheduledWork, ended + ": its work takes longer than the lease", workPitfall());
        const auto stall = m_case.disturbances.stall(m_first.who, m_first.sent, m_ending.number);
        if (stall != 0)
            return unexplained(
                ended + ", and it was stalled " + milliseconds(m_run.as<entry::Stalled>(stall)->length) + " by nobody's plan", stall);
        if (!isWatched())
            return unexplained(ended + ", and nothing in the run explains the delay");
        if (!m_run.complete()) // what disturbs a worker is reported afterwards
            return unexplained(ended + ", and the history tells no reason as far as it goes");
        // A watchdog renews a lock before a published validity runs out. Therefore the validity does not count here.
        const bool isTold = m_claim.how == ClaimEnd::Lost
                            && (m_claim.end > m_ending.number || hadExpired(m_run, m_ending.number, m_claim.end)); // and not before
        if (m_claim.begin < m_ending.number && (isTold || ownedAt(m_run, m_claim, m_ending.number) == Certainty::Yes))
            return notRenewed(ended + ": its watchdog lived, and did not renew it");
        return unexplained(ended + ", perhaps before its watchdog began or after it reported the loss");
    }

private:
    // If the owner set a lease later, that lease counts from then on.
    bool isWatched() const
    {
        return m_first.watchdog
               && std::ranges::none_of(m_claim.extensions, [&](const Extension &extension) { return extension.sent < m_ending.number; })
               && std::ranges::all_of(m_claim.attempts, [&](std::size_t attempt) { return m_run.attempts[attempt].watchdog; });
    }

    // Whatever else had met its owner: who is paused at the end can neither renew nor learn anything. 0: it was not.
    Number pauseAtEnd() const
    {
        for (auto number = m_ending.number - 1; number > m_first.sent; --number) {
            if (const auto *const resumed = m_run.as<entry::Resumed>(number); resumed && resumed->who == m_first.who)
                return 0;
            if (const auto *const paused = m_run.as<entry::Paused>(number); paused && paused->who == m_first.who)
                return number;
        }
        return 0;
    }

    std::string faultPitfall(Number fault) const
    {
        if (m_claim.begin > m_ending.number)
            return pitfallOfLateGrant(m_run, m_claim, m_ending);
        if (m_run.as<entry::Sent>(fault)) // a stall of the work
            return isWatched() ? "L7" : "L1";
        const auto *const network = m_run.as<entry::NetworkFaulted>(fault);
        return !network ? pitfallOfFault(m_run, fault) : isWatched() ? networkPitfall(*network, fault) : std::string();
    }

    // Of a watchdog. What a slow network has met arrives later; after another fault it can try again as soon as the network is well.
    std::string networkPitfall(const entry::NetworkFaulted &fault, Number number) const
    {
        if (fault.fault == entry::NetworkFault::Delay)
            return turnIn(number, m_ending.number) == 0 ? "L3" : "";
        return healedAfter(number) == 0 ? "L15" : "";
    }

    // Was the network restored early enough for another renewal, and the watchdog did not try?
    bool gaveUp(Number fault) const
    {
        const auto *const network = m_run.as<entry::NetworkFaulted>(fault);
        const auto &renewEvery = m_run.lives.at(m_first.who).ready.renewEvery;
        if (!network || network->fault == entry::NetworkFault::Delay || !renewEvery || !isWatched() || m_claim.begin > m_ending.number
            || !m_run.complete())
            return false;
        const auto healed = healedAfter(fault); // perhaps before the grant arrived
        return healed != 0 && timeToRun(std::max(healed, m_claim.begin)) >= *renewEvery + m_run.header().stallLimit
               && turnIn(healed, m_ending.number) == 0;
    }

    // From this entry until the TTL was over, which Redis may notice only later. None of it counts if another fault met the worker meanwhile.
    Microseconds timeToRun(Number from) const
    {
        if (m_case.disturbances.fault(m_first.who, from + 1, m_ending.number) != 0)
            return Microseconds(0);
        const auto stall = m_case.disturbances.stall(m_first.who, from, m_ending.number);
        const auto element = std::ranges::find(m_run.elements, m_ending.number, &Element::ended);
        const auto left = element == m_run.elements.end() ? std::nullopt : leftOf(m_run, *element, from);
        const auto time = m_run.at(m_ending.number) - m_run.at(from);
        return (left ? std::min(time, Microseconds(*left)) : time)
               - (stall == 0 ? Microseconds(0) : m_run.as<entry::Stalled>(stall)->length);
    }

    // When the network was restored for good, before the lease ended; 0: it was not.
    Number healedAfter(Number fault) const
    {
        const auto last = m_run.lastNetwork(m_first.who, fault, m_ending.number);
        return m_run.isHealed(last) ? last : 0;
    }

    LeaseEnd notRenewed(std::string sentence) const
    {
        const auto flush = scriptsFlushed();
        if (flush != 0)
            return found(Outcome::Violated, Cause::NotRenewed, sentence + " after the scripts were flushed", "A16", flush);
        return found(Outcome::Violated, Cause::NotRenewed, std::move(sentence), renewedTooLate() ? "L3" : "");
    }

    // While it was held; 0: never.
    Number scriptsFlushed() const
    {
        for (auto number = m_claim.begin; number < m_ending.number; ++number) {
            const auto *const fault = m_run.as<entry::ServerFaulted>(number);
            if (fault && fault->fault == entry::ServerFault::ScriptsFlushed)
                return number;
        }
        return 0;
    }

    // The watchdog's next renewal came when the lease had ended.
    bool renewedTooLate() const
    {
        const auto over = m_claim.over != 0 ? m_claim.over : m_run.size();
        const auto next = turnIn(m_ending.number, over);
        return isWatched() && next != 0 && m_run.as<entry::Turn>(next)->verb == entry::Verb::Extend;
    }

    // The first command of this worker for the key; 0: none.
    Number turnIn(Number from, Number to) const
    {
        const auto &key = m_run.as<entry::KeyChanged>(m_ending.number)->key;
        for (auto number = from + 1; number < to; ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (turn && turn->who == m_first.who && std::ranges::find(turn->keys, key) != turn->keys.end())
                return number;
        }
        return 0;
    }

    // The lease of the last extend.
    std::optional<Milliseconds> lastLease() const
    {
        auto lease = m_first.lease;
        for (const auto &extension : m_claim.extensions) {
            if (extension.ok && extension.answered < m_ending.number)
                lease = extension.lease;
        }
        return lease;
    }

    std::string workPitfall() const { return hasCapability(m_run, Capability::Watchdog) ? "L2" : "L1"; }

    LeaseEnd found(Outcome outcome, Cause cause, std::string sentence, std::string pitfall, Number fault = 0) const
    {
        return {0,
                isWatched(),
                outcome,
                cause,
                std::move(sentence),
                std::move(pitfall),
                {fault, m_first.sent, m_claim.begin, m_ending.number, m_ending.cause}};
    }

    LeaseEnd unexplained(std::string sentence, Number stall = 0) const
    {
        return {0, isWatched(), Outcome::Inconclusive, Cause::None, std::move(sentence), {}, {m_ending.number, stall}};
    }

    const Case &m_case;
    const Run &m_run;
    const Claim &m_claim;
    const Attempt &m_first;
    const Ending &m_ending;
};

// Endings of unknown cause, while the owner believed in the lock.
void noteUnknownEnds(const Case &of, std::size_t claim, Findings &findings)
{
    const auto &owner = of.run.claims[claim];
    for (const auto &interval : of.holdings[claim].intervals) {
        if (interval.to == 0 || (owner.end != 0 && interval.to > owner.end))
            continue;
        const auto ending = endingOf(of.run, owner, interval.to);
        if (ending.kind == EndKind::Unknown)
            findings.inconclusive(endingText(of.run, owner, ending), {ending.number, ending.cause});
    }
}

// The lease was over by the library's own rule, and nobody removed the key.
void noteLapsed(const Case &of, std::size_t claim, Findings &findings)
{
    const auto &owner = of.run.claims[claim];
    if (owner.end == 0)
        return;
    for (const auto i : of.holdings[claim].elements) {
        const auto &element = of.run.elements[i];
        if (element.created < owner.end && (element.ended == 0 || element.ended > owner.end)
            && isOver(of.run, owner, element, owner.end) == Certainty::Yes)
            return findings.inconclusive(nameOf(of.run.first(owner))
                                             + " still held on to the lock when its lease had ended by its own rule",
                                         {of.run.first(owner).sent, owner.end});
    }
}

std::string whyNotJudged(const Case &of)
{
    const auto &run = of.run;
    if (!run.header().record)
        return noRecordText(run);
    if (contentionIn(run) == Contention::NoLock)
        return "nobody got the lock";
    const auto isLeased = [&](const Claim &claim) { return run.first(claim).sent > run.begin && run.first(claim).lease; };
    return std::ranges::any_of(run.claims, isLeased) ? unknownKey : "the locks that were held have no lease";
}

bool isJudged(const Case &of, std::size_t claim)
{
    const auto &first = of.run.first(of.run.claims[claim]);
    return first.sent > of.run.begin && first.lease && !of.holdings[claim].intervals.empty();
}

} // namespace

std::vector<LeaseEnd> leaseEnds(const Case &of)
{
    std::vector<LeaseEnd> ends;
    for (std::size_t i = 0; i < of.run.claims.size(); ++i) {
        const auto &claim = of.run.claims[i];
        if (!isJudged(of, i))
            continue;
        for (const auto &interval : of.holdings[i].intervals) {
            if (interval.to == 0 || (claim.end != 0 && interval.to > claim.end && !hadExpired(of.run, interval.to, claim.end)))
                continue;
            const auto ending = endingOf(of.run, claim, interval.to);
            if (ending.kind != EndKind::TooEarly && ending.kind != EndKind::Expired)
                continue;
            ends.push_back(LeaseJudge(of, claim, ending).judge());
            ends.back().claim = i;
        }
    }
    return ends;
}

Verdict leaseOutlived(const Case &of)
{
    const auto &run = of.run;
    Findings findings(run, Property::LeaseOutlived, promisedOr(run, Property::Watchdog, Importance::Informative));
    findings.notExercised(whyNotJudged(of));
    for (std::size_t i = 0; i < run.claims.size(); ++i) {
        if (!isJudged(of, i))
            continue;
        findings.exercised("every owner let go within its lease");
        noteUnknownEnds(of, i, findings);
        noteLapsed(of, i, findings);
    }
    for (auto &end : leaseEnds(of))
        findings.add(end.outcome, end.cause, std::move(end.sentence), std::move(end.pitfall), std::move(end.events));
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
