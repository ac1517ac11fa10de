// SPDX-License-Identifier: MIT
// The watchdog renews the lock of a holder that is alive and runs. It does not renew a lease that the caller chose.
#include "lockcore/judge/lease_ends.h"
#include "lockcore/judge/words.h"

#include <algorithm>

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

// Each report needs a renewal of its own. If a majority of the servers has executed fewer commands of the worker since it had its first lock,
// at least one report is not true. (A report may come late, after the next lock was taken.)
void judgeReports(const Run &run, const Incarnation &who, Number from, Findings &findings)
{
    std::vector<std::size_t> executed(static_cast<std::size_t>(run.header().servers)); // by server
    std::size_t reported = 0;
    for (auto number = from; number <= run.size(); ++number) {
        const auto *const turn = run.as<entry::Turn>(number);
        if (turn && turn->who == who)
            ++executed.at(static_cast<std::size_t>(turn->server));
        const auto *const report = run.as<entry::Reported>(number);
        if (!report || report->who != who || report->report != entry::Report::Renewed)
            continue;
        ++reported;
        const auto heard = std::ranges::count_if(executed, [=](std::size_t turns) { return turns >= reported; });
        if (heard >= run.header().quorum)
            continue;
        const auto whose = run.header().servers > 1 ? ", of which only " + std::to_string(heard) + " of "
                                                          + std::to_string(run.header().servers) + " servers can have heard"
                                                    : ", of which Redis had not heard";
        return findings.add(Outcome::Violated, Cause::NotRenewed, toString(who) + "'s watchdog reported a renewal" + whose, "L15",
                            {from, number});
    }
}

// When each worker had its first lock.
std::map<Incarnation, Number> firstLocks(const Case &of)
{
    std::map<Incarnation, Number> first;
    for (std::size_t i = 0; i < of.run.claims.size(); ++i) {
        const auto &attempt = of.run.first(of.run.claims[i]);
        if (attempt.sent > of.run.begin && !of.holdings[i].intervals.empty())
            first.emplace(attempt.who, of.holdings[i].intervals.front().from);
    }
    return first;
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
    for (const auto &[who, from] : firstLocks(of))
        judgeReports(of.run, who, from, findings);
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
