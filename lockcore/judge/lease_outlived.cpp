// SPDX-License-Identifier: MIT
// The lease ended while its owner still believed in it. That is a matter of time with every lease, so it is not held and not
// violated: it names what took so long. Violated is a lease shorter than asked for, or one that a watchdog that ran did not renew.
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

namespace lockcore::detail {

namespace {

class LeaseJudge
{
public:
    LeaseJudge(const Case &of, const Claim &claim, const Ending &ending, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_claim(claim)
        , m_first(of.run.first(claim))
        , m_ending(ending)
        , m_findings(findings)
    { }

    void judge()
    {
        if (m_ending.kind == EndKind::TooEarly)
            return add(Outcome::Violated, Cause::ShorterLease, endingText(m_run, m_claim, m_ending), m_claim.deepest > 1 ? "E8" : "A14");
        if (m_ending.kind != EndKind::Expired)
            return;
        const auto ended = endingText(m_run, m_claim, m_ending);
        const auto fault = m_case.disturbances.fault(m_first.who, m_first.sent, m_ending.number);
        if (fault != 0) {
            m_events.push_back(fault);
            return add(Outcome::Outlived, Cause::InjectedFault, ended + ", because of " + faultText(m_run, fault), faultPitfall(fault));
        }
        const bool planned = m_first.lease && m_run.header().work >= *m_first.lease;
        if (planned && !m_first.watchdog)
            return add(Outcome::Outlived, Cause::ScheduledWork, ended + ": its work takes longer than the lease", workPitfall());
        const auto stall = m_case.disturbances.stall(m_first.who, m_first.sent, m_ending.number);
        if (stall != 0)
            return m_findings.inconclusive(ended + ", and it was stalled " + milliseconds(m_run.as<entry::Stalled>(stall)->length)
                                               + " by nobody's plan",
                                           {m_ending.number, stall});
        if (!m_first.watchdog)
            return m_findings.inconclusive(ended + ", and nothing in the run explains the delay", {m_ending.number});
        if (claimedAt(m_run, m_claim, m_ending.number) == Certainty::Yes && m_claim.begin < m_ending.number)
            return add(Outcome::Violated, Cause::NotRenewed, ended + ": its watchdog lived, and did not renew it", "L6");
        m_findings.inconclusive(ended + ", perhaps before its watchdog began or after it reported the loss", {m_ending.number});
    }

private:
    std::string faultPitfall(Number fault) const { return m_claim.begin > m_ending.number ? "A10" : pitfallOfFault(m_run, fault); }

    std::string workPitfall() const { return hasCapability(m_run, Capability::Watchdog) ? "L2" : "L1"; }

    void add(Outcome outcome, Cause cause, std::string sentence, std::string pitfall)
    {
        auto events = m_events;
        events.insert(events.end(), {m_first.sent, m_claim.begin, m_ending.number, m_ending.cause});
        m_findings.add(outcome, cause, std::move(sentence), std::move(pitfall), std::move(events));
    }

    const Case &m_case;
    const Run &m_run;
    const Claim &m_claim;
    const Attempt &m_first;
    const Ending &m_ending;
    Findings &m_findings;
    std::vector<Number> m_events;
};

} // namespace

Verdict leaseOutlived(const Case &of)
{
    const auto &run = of.run;
    Findings findings(run, Property::LeaseOutlived, promisedOr(run, Property::Watchdog, Importance::Informative));
    if (!run.header().record)
        findings.notExercised("there is no record of the server");
    for (std::size_t i = 0; i < run.claims.size(); ++i) {
        const auto &claim = run.claims[i];
        const auto &holding = of.holdings[i];
        if (run.first(claim).sent < run.begin || holding.intervals.empty() || !run.first(claim).lease)
            continue;
        findings.exercised("every owner let go within its lease");
        for (const auto &interval : holding.intervals) {
            if (interval.to != 0 && (claim.end == 0 || interval.to < claim.end))
                LeaseJudge(of, claim, endingOf(run, claim, interval.to), findings).judge();
        }
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
