// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_row.h"

#include "lockcore/base/bytes.h"
#include "ui/words/tone.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

ServerTime clockOf(const LockRow &row, ServerTime now) { return row.goneAtServer.value_or(now); }

} // namespace

LockRow goneRow(const MonitorChange::Gone &gone)
{
    LockRow row;
    row.used = true;
    row.lock = gone.last;
    row.name = QString::fromStdString(escaped(gone.last.id.key));
    row.last = gone.how;
    row.goneAt = Moment{};
    row.goneAtServer = gone.at;
    return row;
}

std::optional<Milliseconds> leaseLeft(const LockRow &row, ServerTime now) { return timeLeft(row.lock, clockOf(row, now)); }

std::optional<Milliseconds> heldFor(const LockRow &row, ServerTime now) { return heldFor(row.lock, clockOf(row, now)); }

std::optional<double> leaseFraction(const LockRow &row, ServerTime now)
{
    const auto left = leaseLeft(row, now);
    if (!left || !row.lock.lease || row.lock.lease->count() <= 0)
        return std::nullopt;
    return std::clamp(static_cast<double>(left->count()) / static_cast<double>(row.lock.lease->count()), 0.0, 1.0);
}

int severity(const LockRow &row)
{
    const auto &lock = row.lock;
    if (needsAttention(lock))
        return rankOf(lock);
    return lock.state == LockState::NoLease ? lastRank + 1 : lock.waiters.any() ? lastRank + 2 : lastRank + 3;
}

} // namespace lockscope
