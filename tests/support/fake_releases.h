// SPDX-License-Identifier: MIT
// Releases without a server: plans made by the real planner from made-up looks, and a source that answers with them when told.
#pragma once

#include "ui/monitor/monitor_source.h"

namespace fake {

/// What a look at `lock` would show: Redisson's as a hash, all others as a string.
lockcore::ReleasePlan planOf(const lockcore::ReleaseWish &wish, const lockcore::LockInfo &lock);

/// As the server would answer; further particulars are the caller's.
lockcore::ReleaseReport reportOf(const lockcore::ReleaseOrder &order, lockcore::ReleaseOutcome outcome);

class ReleaseSource final : public lockscope::MonitorSource
{
    Q_OBJECT

public:
    using MonitorSource::MonitorSource;

    void start() override { }
    void retryNow() override { }
    void planRelease(const lockcore::ReleaseWish &wish) override;
    void previewRelease(const lockcore::LockId &id) override;
    void release(const lockcore::ReleaseOrder &order) override { orders.push_back(order); }

    /// The locks that are looked at. What is not here is not there.
    std::vector<lockcore::LockInfo> locks;
    bool answersPlans = true;

    std::vector<lockcore::ReleaseWish> wishes;
    std::vector<lockcore::ReleaseOrder> orders;

    void answerPlan(const lockcore::ReleaseWish &wish);
    void report(lockcore::ReleaseOutcome outcome) { emit releaseReported(reportOf(orders.back(), outcome)); }
    void watched(lockcore::Aftermath how);
};

} // namespace fake
