// SPDX-License-Identifier: MIT
#include "monitor/lock_row.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

ServerTime clockOf(const LockRow &row, ServerTime now)
{
    return row.goneAtServer.value_or(now);
}

} // namespace

std::optional<Milliseconds> leaseLeft(const LockRow &row, ServerTime now)
{
    if (!row.lock.deadline)
        return std::nullopt;
    return std::chrono::duration_cast<Milliseconds>(*row.lock.deadline - clockOf(row, now));
}

Milliseconds heldFor(const LockRow &row, ServerTime now)
{
    const auto held = std::chrono::duration_cast<Milliseconds>(clockOf(row, now) - row.lock.heldSince);
    return std::max(held, Milliseconds::zero());
}

std::optional<double> leaseFraction(const LockRow &row, ServerTime now)
{
    const auto left = leaseLeft(row, now);
    if (!left || !row.lock.lease || row.lock.lease->count() <= 0)
        return std::nullopt;
    return std::clamp(static_cast<double>(left->count()) / static_cast<double>(row.lock.lease->count()), 0.0, 1.0);
}

int severity(const LockRow &row)
{
    if (row.gone())
        return 10;
    switch (row.lock.state) {
    case LockState::Immortal: return 0;
    case LockState::Stale: return 1;
    case LockState::RenewalOverdue: return 2;
    case LockState::HeldTooLong: return 3;
    case LockState::Expiring: return 4;
    case LockState::TakenOver: return 5;
    case LockState::Contended: return 6;
    case LockState::UnknownOwner: return 7;
    case LockState::NoLease: return 8;
    case LockState::Held: break;
    }
    return 9;
}

bool needsALook(const LockRow &row)
{
    return severity(row) <= 3;
}

} // namespace lockscope
