// SPDX-License-Identifier: MIT
// The watchdog renews the lock of a holder that lives and runs. An expired key that no fault explains is what leaseOutlived() found.
#include "lockcore/judge/properties.h"

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
    const auto lease = leaseOutlived(of);
    if (lease.cause == Cause::NotRenewed)
        findings.add(Outcome::Violated, lease.cause, lease.sentence, lease.pitfall, lease.events);
    else if (lease.outcome == Outcome::Outlived || (lease.outcome == Outcome::Inconclusive && of.run.complete()))
        findings.inconclusive(lease.sentence, lease.events);
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
