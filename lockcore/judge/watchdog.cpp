// SPDX-License-Identifier: MIT
// The watchdog renews the lock of a holder that is alive and runs. It does not renew a lease that the caller chose.
#include "lockcore/judge/lease_ends.h"
#include "lockcore/judge/words.h"

#include <algorithm>
#include <map>
#include <tuple>

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

// What an owner's watchdog reported about a lock, since it had it first.
struct Reports
{
    Incarnation who;
    Number from = 0;
    std::vector<Number> renewals; ///< in order: a report may come late, after the owner has taken the lock again
};

std::vector<Reports> reportsOf(const Case &of)
{
    std::map<std::tuple<Incarnation, std::string, std::string>, Reports> all;
    for (std::size_t i = 0; i < of.run.claims.size(); ++i) {
        const auto &first = of.run.first(of.run.claims[i]);
        if (first.sent < of.run.begin || of.holdings[i].intervals.empty())
            continue;
        auto &reports =
            all.try_emplace({first.who, first.lock, first.owner}, first.who, of.holdings[i].intervals.front().from).first->second;
        const auto &renewals = of.run.claims[i].renewals;
        reports.renewals.insert(reports.renewals.end(), renewals.begin(), renewals.end());
    }
    std::vector<Reports> reports;
    for (auto &[owner, its] : all)
        reports.push_back(std::move(its));
    return reports;
}

// Each report needs a renewal of its own. If a majority of the servers has executed fewer commands of the worker, one is not true.
void judgeReports(const Run &run, const Reports &reports, Findings &findings)
{
    const bool isMajority = run.header().quorum > 1;
    std::map<std::int64_t, std::int64_t> executed; // by server, if they are independent
    std::int64_t reported = 0;
    auto number = reports.from;
    for (const auto report : reports.renewals) {
        for (; number < report; ++number) {
            const auto *const turn = run.as<entry::Turn>(number);
            if (turn && turn->who == reports.who)
                ++executed[isMajority ? turn->server : 0];
        }
        ++reported;
        const auto heard = std::ranges::count_if(executed, [=](const auto &server) { return server.second >= reported; });
        if (heard >= run.header().quorum)
            continue;
        const auto whose = isMajority ? ", of which only " + std::to_string(heard) + " of " + std::to_string(run.header().servers)
                                            + " servers can have heard"
                                      : ", of which Redis had not heard";
        return findings.add(Outcome::Violated, Cause::NotRenewed, toString(reports.who) + "'s watchdog reported a renewal" + whose, "L15",
                            {reports.from, report});
    }
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
    for (const auto &reports : reportsOf(of))
        judgeReports(of.run, reports, findings);
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
