// SPDX-License-Identifier: MIT
// The watchdog renews the lock of a holder that lives and runs. A lease that was given instead is none of its business.
#include "lockcore/judge/lease_ends.h"

namespace lockcore::detail {

namespace {

// It was needed: the claim lasted longer than the lease.
bool outlasted(const Run &run, const Claim &claim)
{
    const auto &first = run.first(claim);
    const auto end = claim.end != 0 ? claim.end : run.size();
    return first.watchdog && first.sent > run.begin && first.lease && run.at(end) - run.at(claim.begin) > *first.lease;
}

} // namespace

Verdict watchdog(const Case &of)
{
    Findings findings(of.run, Property::Watchdog, Importance::Promised);
    if (!hasCapability(of.run, Capability::Watchdog)) {
        findings.skip("the library has no watchdog");
        return std::move(findings).verdict();
    }
    for (std::size_t i = 0; of.run.header().record && i < of.run.claims.size(); ++i) {
        if (outlasted(of.run, of.run.claims[i]) && of.holdings[i].grants.front() == Grant::Found)
            findings.exercised("it renewed each lock that was held for longer than its lease");
    }
    for (auto &end : leaseEnds(of)) {
        if (end.cause == Cause::NotRenewed)
            findings.add(end.outcome, end.cause, std::move(end.sentence), std::move(end.pitfall), std::move(end.events));
        else if (end.watched)
            findings.inconclusive(std::move(end.sentence), std::move(end.events));
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
