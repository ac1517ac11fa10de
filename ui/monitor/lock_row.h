// SPDX-License-Identifier: MIT
// One lock as the table holds it: the Monitor's last report, and data that only the window adds. A value; GUI thread.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QString>

namespace lockscope {

struct LockRow
{
    /// How long an ended lock stays, struck through: since its end, or since nothing kept its row any more.
    static constexpr lockcore::Milliseconds linger{3000};
    /// How long a renewal glows.
    static constexpr lockcore::Milliseconds glow{900};
    /// How long an ended lock takes to fade.
    static constexpr lockcore::Milliseconds fade{900};

    /// How many intervals between renewals are kept.
    static constexpr std::size_t mostIntervals = 6;

    bool used = false; ///< false: a free slot, never shown
    lockcore::LockInfo lock;
    QString name; ///< the key, escaped for display
    lockcore::EventType last = lockcore::EventType::Seen;
    std::optional<lockcore::Moment> goneAt;           ///< set when the lock ended; `last` says how
    lockcore::Moment lingersFrom{};                   ///< goneAt, or later, if the row was kept
    std::optional<lockcore::ServerTime> goneAtServer; ///< server time of the end; the lock's clocks stop here
    std::optional<lockcore::Moment> renewedAt;
    std::optional<lockcore::ServerTime> unknownSince; ///< its node of the cluster is not read since then: it is shown as it was
    std::vector<lockcore::Milliseconds> intervals;    ///< between renewals that were seen one by one; the newest is last

    bool gone() const { return goneAt.has_value(); }
};

/// The row of a lock that has ended and left the table. `gone.at` is set.
LockRow goneRow(const lockcore::MonitorChange::Gone &gone);

/// Remaining lease in ms; negative once the deadline has passed.
std::optional<lockcore::Milliseconds> leaseLeft(const LockRow &row, lockcore::ServerTime now);
std::optional<lockcore::Milliseconds> heldFor(const LockRow &row, lockcore::ServerTime now);

/// Remaining ÷ lease, 0…1; none without a lease.
std::optional<double> leaseFraction(const LockRow &row, lockcore::ServerTime now);

/// Sort value: locks that need attention first, then those that only a release ends, then those that somebody waits for. All others are
/// equal, ended ones too: a state that lasts for seconds must not move a row.
int severity(const LockRow &row);

} // namespace lockscope
