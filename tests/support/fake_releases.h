// SPDX-License-Identifier: MIT
// Releases without a server: plans made by the real planner from invented looks, and a desk that answers with them.
#pragma once

#include "support/fake_traces.h"

#include "ui/monitor/monitor_source.h"

namespace fake {

/// A plan for `lock`, made from an invented look at it: Redisson's locks are hashes, all others strings.
lockcore::ReleasePlan planOf(const lockcore::ReleaseRequest &wish, const lockcore::LockInfo &lock);

/// The report that a server's answer would give; the caller adds further details.
lockcore::ReleaseReport reportOf(const lockcore::ReleasePlanInput &order, lockcore::ReleaseOutcome outcome);

/// Answers plans and previews immediately, and releases when the test calls report().
class Desk final : public lockcore::ReleaseDesk
{
public:
    void plan(lockcore::RequestId id, const lockcore::ReleaseRequest &wish) override;
    void preview(lockcore::RequestId id, const lockcore::LockId &lock) override;
    void release(lockcore::RequestId id, const lockcore::ReleasePlanInput &order) override;

    /// The existing locks. Looks find no others.
    std::vector<lockcore::LockInfo> locks;
    bool answersPlans = true;

    // The requests in their order, with the id of each.
    std::vector<lockcore::ReleaseRequest> wishes;
    std::vector<lockcore::RequestId> wishIds;
    std::vector<lockcore::ReleasePlanInput> orders;
    std::vector<lockcore::RequestId> orderIds;

    void answerPlan(std::size_t wish);

    void report(std::size_t order, lockcore::ReleaseOutcome outcome);
    void report(lockcore::ReleaseOutcome outcome) { report(orders.size() - 1, outcome); }
    void report(const lockcore::ReleaseReport &report) { emit reported(orderIds.back(), report); } ///< for the last order
    void watch(std::size_t order, lockcore::Aftermath how);
    void watch(lockcore::Aftermath how) { watch(orders.size() - 1, how); }
};

/// A source whose changes the test emits.
class ReleaseSource final : public lockscope::MonitorSource
{
public:
    void start() override { }
    void retryNow() override { }
    void select(const std::optional<lockcore::LockId> &) override { }
    void setAttentionAfter(lockcore::Milliseconds) override { }
    void setPatterns(const std::vector<lockcore::UserPattern> &) override { }
    void tryFormat(lockcore::RequestId id, const lockcore::FormatRow &, const lockcore::Bytes &) override { trialId = id; }
    void endTrial() override { }
    void lookUp(lockcore::RequestId, const lockcore::Bytes &) override { }
    lockcore::ReleaseDesk *desk() override { return &releases; }
    lockscope::TraceDesk *traces() override { return &traced; }

    Desk releases;
    Traces traced;
    lockcore::RequestId trialId = 0; ///< of the last trial of a format
};

} // namespace fake
