// SPDX-License-Identifier: MIT
// One lock as the table holds it: the Monitor's last report, and what only the window adds. A value; GUI thread.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QString>

#include <array>

namespace lockscope {

struct LockRow
{
    /// A lock that ended stays this long, struck through.
    static constexpr lockcore::Milliseconds linger{3000};
    /// A renewal glows this long.
    static constexpr lockcore::Milliseconds glow{900};
    /// An ended lock takes this long to fade.
    static constexpr lockcore::Milliseconds fade{900};

    /// Number of kept intervals between renewals.
    static constexpr std::size_t mostIntervals = 6;

    bool used = false; ///< false: a free slot, never shown
    lockcore::LockInfo lock;
    QString name;                           ///< the key, escaped for display
    std::array<int, 3> colours{-1, -1, -1}; ///< of the first holders; -1: no owner
    lockcore::EventType last = lockcore::EventType::Seen;
    std::optional<lockcore::Moment> goneAt;           ///< and `last` says how
    std::optional<lockcore::ServerTime> goneAtServer; ///< its clocks stop here
    std::optional<lockcore::Moment> renewedAt;
    std::vector<lockcore::Milliseconds> intervals; ///< between renewals that were seen one by one; the last one is the newest

    int colour() const { return colours.front(); }
    bool gone() const { return goneAt.has_value(); }
};

/// Remaining lease in ms; negative once the deadline has passed.
std::optional<lockcore::Milliseconds> leaseLeft(const LockRow &row, lockcore::ServerTime now);
std::optional<lockcore::Milliseconds> heldFor(const LockRow &row, lockcore::ServerTime now);

/// Remaining ÷ lease, 0…1; nothing without a lease.
std::optional<double> leaseFraction(const LockRow &row, lockcore::ServerTime now);

/// What should be looked at first sorts first, what is gone last.
int severity(const LockRow &row);

} // namespace lockscope
