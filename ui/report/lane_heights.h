// SPDX-License-Identifier: MIT
// The heights of a timeline's lanes and their parts, in pixels at 100 %. Where a view has more room, the bars and the lease grow. A value;
// any thread.
#pragma once

#include "lockcore/report/lanes.h"

namespace lockscope {

struct LaneHeights
{
    double label = 12, belief = 5, bar = 14, gap = 12;               ///< of a worker
    double holding = 12, lease = 30, inside = 8, write = 12;         ///< of a lock, of a resource
    double heading = 18;                                             ///< of an open group
    double spread = 0;                                               ///< between lanes, in addition to their own gaps
    static constexpr double leaseGap = 6;                            ///< above and below the lease, part of it
    static constexpr double mostGrowth = 2.2, mostLeaseGrowth = 3.4; ///< more makes lanes hard to compare

    /// `growth`: 0 is as small as it can be read, 1 is the largest.
    static LaneHeights grown(double growth)
    {
        const auto grow = [growth](double least, double most) { return least * (1 + growth * (most - 1)); };
        LaneHeights heights;
        for (auto part : {&LaneHeights::bar, &LaneHeights::holding, &LaneHeights::inside})
            heights.*part = grow(heights.*part, mostGrowth);
        heights.lease = grow(heights.lease, mostLeaseGrowth);
        return heights;
    }

    double worker() const { return label + belief + bar + gap; }
    double barsOf(const lockcore::LockLane &lock) const { return static_cast<double>(lock.rows) * (holding + 1); }
    double barsOf(const lockcore::ResourceLane &resource) const { return static_cast<double>(resource.rows) * (inside + 1); }
    double of(const lockcore::LockLane &lock) const { return label + barsOf(lock) + lease + gap; }
    double of(const lockcore::ResourceLane &resource) const { return write + barsOf(resource) + gap; }
};

} // namespace lockscope
