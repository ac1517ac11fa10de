// SPDX-License-Identifier: MIT
// The properties, with one function and one file each, and what they share.
#pragma once

#include "lockcore/judge/disturbance.h"
#include "lockcore/judge/ending.h"
#include "lockcore/judge/holding.h"
#include "lockcore/judge/overlap.h"
#include "lockcore/judge/pitfall.h"

namespace lockcore::detail {

struct Case
{
    explicit Case(const Run &of)
        : run(of)
        , holdings(holdingsOf(run))
        , overlaps(overlapsOf(run))
        , disturbances(run)
    { }

    const Run &run;
    std::vector<Holding> holdings;
    std::vector<Overlap> overlaps;
    Disturbances disturbances;
};

Verdict mutualExclusion(const Case &of);

/// Why the lock did not separate two workers.
struct OverlapReason
{
    std::string pitfall;               ///< of a violation; or empty
    std::optional<std::size_t> lapsed; ///< the claim whose lease was over
};
OverlapReason reasonOf(const Case &of, const Overlap &overlap);

Verdict leaseOutlived(const Case &of);
Verdict ownership(const Case &of);
Verdict noImmortalLock(const Case &of);
Verdict progress(const Case &of);
Verdict resource(const Case &of);
Verdict reentryCount(const Case &of);
Verdict fairness(const Case &of);
Verdict watchdog(const Case &of);
Verdict tokenOrder(const Case &of);

/// Collects the findings about one property. The gravest outcome counts, and among equals the first; *held* needs a property that was
/// exercised.
class Findings
{
public:
    Findings(const Run &run, Property property, Importance importance);

    void add(Outcome outcome, Cause cause, std::string sentence, std::string pitfall, std::vector<Number> events);
    void inconclusive(std::string why, std::vector<Number> events = {});
    void exercised(std::string how); ///< the sentence of *held*
    /// What *held* does not say: two were inside after a lease had ended. The first one counts.
    void afterLease(std::string how, std::vector<Number> events);
    void note(std::string text);
    void skip(std::string why);
    void notExercised(std::string why); ///< the sentence if no other finding is recorded

    Verdict verdict() &&;

private:
    const Run &m_run;
    Verdict m_verdict;
    bool m_exercised = false;
    Verdict m_held; ///< the verdict if nothing else is found
};

bool hasCapability(const Run &run, Capability capability);
bool isOfSessions(const Run &run); ///< is each lock leased by its worker's session with the server?
Importance promisedOr(const Run &run, Property property, Importance otherwise);

} // namespace lockcore::detail
