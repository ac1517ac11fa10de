// SPDX-License-Identifier: MIT
// The watchdog renews the lock of a holder that is alive and runs. It does not renew a lease that the caller chose.
#include "lockcore/judge/lease_ends.h"
#include "lockcore/judge/words.h"

namespace lockcore::detail {

namespace {

// Only a claim that lasted longer than the lease needs a watchdog.
bool outlasted(const Run &run, const Claim &claim)
{
    const auto &first = run.first(claim);
    const auto end = claim.end != 0 ? claim.end : run.size();
    return first.watchdog && first.sent > run.begin && first.lease && run.at(end) - run.at(claim.begin) > *first.lease;
}

// What a fault made impossible is not the watchdog's mistake. It can still report the loss, if the library offers that.
bool noticed(const Run &run, const LeaseEnd &end)
{
    return end.watched && end.outcome == Outcome::Outlived
           && (run.claims[end.claim].how == ClaimEnd::Lost || !hasCapability(run, Capability::Lost));
}

} // namespace

Verdict watchdog(const Case &of)
{
    Findings findings(of.run, Property::Watchdog, Importance::Promised);
    if (isOfSessions(of.run)) {
        findings.notExercised("a lock lasts as long as its session, whose heartbeats are not in the server's record");
        return std::move(findings).verdict();
    }
    if (!hasCapability(of.run, Capability::Watchdog)) {
        findings.skip("the library has no watchdog");
        return std::move(findings).verdict();
    }
    findings.notExercised(of.run.header().record ? "no lock that it renews was held for longer than its lease" : noRecordText(of.run));
    for (std::size_t i = 0; of.run.header().record && i < of.run.claims.size(); ++i) {
        if (outlasted(of.run, of.run.claims[i]) && of.holdings[i].grants.front() == Grant::Found)
            findings.exercised("it renewed each lock that was held for longer than its lease");
    }
    for (auto &end : leaseEnds(of)) {
        if (noticed(of.run, end))
            findings.exercised("it did not renew a lock that was no longer its own");
        else if (end.cause == Cause::NotRenewed)
            findings.add(end.outcome, end.cause, std::move(end.sentence), std::move(end.pitfall), std::move(end.events));
        else if (end.watched)
            findings.inconclusive(std::move(end.sentence), std::move(end.events));
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
