// SPDX-License-Identifier: MIT
// Fairness: a waiter that surely waited before another one asked is served first. Disturbed waits prove nothing, because a fair lock may
// drop a waiter that it believes dead.
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class FairnessJudge
{
public:
    FairnessJudge(const Case &of, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_findings(findings)
    { }

    void judge()
    {
        m_findings.notExercised("nobody asked for the lock while another was surely waiting for it");
        for (const auto &early : m_run.attempts) {
            for (const auto &late : m_run.attempts) {
                if (comparable(early, late))
                    judge(early, late);
            }
        }
    }

private:
    bool comparable(const Attempt &early, const Attempt &late) const
    {
        return early.lock == late.lock && early.sent > m_run.begin && early.waiting != 0 && early.waiting < late.sent && late.granted
               && !sameOwner(early, late) && !compatible(early.mode, late.mode) && !isReentry(late);
    }

    // A worker that holds the lock does not wait for it again.
    bool isReentry(const Attempt &attempt) const
    {
        const auto index = std::size_t(&attempt - m_run.attempts.data());
        return std::ranges::any_of(m_run.claims, [=](const Claim &claim) {
            return claim.attempts.front() != index && std::ranges::find(claim.attempts, index) != claim.attempts.end();
        });
    }

    // When the waiting ended, with or without the lock. A worker that crashed may have died much earlier.
    Number waitEnd(const Attempt &attempt) const
    {
        const auto &life = m_run.lives.at(attempt.who);
        if (attempt.cancelled != 0)
            return attempt.cancelled;
        if (attempt.answered != 0)
            return attempt.answered;
        if (life.died != 0)
            return life.death == entry::Death::Crashed ? attempt.waiting : life.died;
        return m_run.size();
    }

    void judge(const Attempt &early, const Attempt &late)
    {
        const auto end = waitEnd(early);
        if (late.answered > end) {
            if (early.granted)
                m_findings.exercised("those who waited were served in the order in which they came");
            return;
        }
        const auto given = releasedBefore(late, end);
        if (given == 0 && !early.granted)
            return; // the waiter may have given up earlier
        const auto &queueTimeout = m_run.queueTimeout;
        const bool forgotten = queueTimeout && m_run.at(late.answered) - m_run.at(early.sent) >= *queueTimeout;
        if (given == 0 || forgotten || disturbed(early.who, early, late) || disturbed(late.who, early, late))
            return m_findings.inconclusive(nameOf(late) + " was served before " + nameOf(early)
                                               + ", which had waited before; that may have a reason",
                                           {early.waiting, late.sent, late.answered});
        m_findings.add(Outcome::Violated, Cause::Overtaken,
                       nameOf(late) + " was served before " + nameOf(early) + ", which had waited before it asked",
                       isSkewed(early, late) ? "C5" : "", {early.sent, early.waiting, late.sent, late.answered, given, end});
    }

    // Both are part of the queue, by whose clock a place may have timed out.
    bool isSkewed(const Attempt &early, const Attempt &late) const
    {
        return hasCapability(m_run, Capability::Skew) && (m_run.isSkewed(early.who) || m_run.isSkewed(late.who));
    }

    bool disturbed(const Incarnation &who, const Attempt &early, const Attempt &late) const
    {
        return m_case.disturbances.delay(who, early.sent, late.answered) != 0
               || m_case.disturbances.stall(who, early.sent, late.answered) != 0;
    }

    // The release of the later waiter's claim, if it came before the other's ok: this order does not depend on how the Lab reads two pipes.
    Number releasedBefore(const Attempt &late, Number number) const
    {
        for (const auto &claim : m_run.claims) {
            if (&m_run.first(claim) == &late && claim.release != 0 && claim.release < number)
                return claim.release;
        }
        return 0;
    }

    const Case &m_case;
    const Run &m_run;
    Findings &m_findings;
};

} // namespace

Verdict fairness(const Case &of)
{
    Findings findings(of.run, Property::Fairness, Importance::Promised);
    if (!hasCapability(of.run, Capability::Fair))
        findings.skip("the library promises no order");
    else
        FairnessJudge(of, findings).judge();
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
