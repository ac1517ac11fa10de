// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster/time_shift.h"

namespace lockcore {

namespace {

void shiftEach(std::vector<Holder> &holders, Milliseconds by)
{
    for (auto &holder : holders) {
        if (holder.deadline)
            holder.deadline = shifted(*holder.deadline, by);
    }
}

void shiftIf(std::optional<ServerTime> &time, Milliseconds by)
{
    if (time)
        time = shifted(*time, by);
}

void shiftMatch(LockMatch &match, Milliseconds by)
{
    shiftEach(match.holders, by);
    shiftIf(match.lapses, by);
    shiftIf(match.waiters.asOf, by);
}

} // namespace

ServerTime shifted(ServerTime time, Milliseconds by) { return time == ServerTime() || isLatest(time) ? time : time + by; }

void shift(LockInfo &lock, Milliseconds by)
{
    shiftEach(lock.holders, by);
    shiftIf(lock.deadline, by);
    shiftIf(lock.noLeaseSince, by);
    shiftIf(lock.renewals.last, by);
    shiftIf(lock.waiters.asOf, by);
    lock.heldSince = shifted(lock.heldSince, by);
}

void shift(LockEvent &event, Milliseconds by)
{
    event.time = shifted(event.time, by);
    shiftIf(event.notBefore, by);
}

void shift(KeySnapshot &look, Milliseconds by)
{
    look.at = shifted(look.at, by);
    shiftIf(look.deadline, by);
}

void shift(ReleasePlanInput &order, Milliseconds by)
{
    shift(order.look, by);
    shiftMatch(order.match, by);
    shift(order.lock, by);
    order.shift += by;
}

void shift(ReleasePlan &plan, Milliseconds by)
{
    shift(plan.order, by);
    shiftEach(plan.freed, by);
}

void shift(ReleaseReport &report, Milliseconds by)
{
    shift(report.order, by);
    if (report.now)
        shift(*report.now, by);
    shiftEach(report.holdersNow, by);
    shiftEach(report.freed, by);
    shiftIf(report.at, by);
}

void shift(ReleaseAftermath &aftermath, Milliseconds by)
{
    shift(aftermath.order, by);
    shiftEach(aftermath.holders, by);
    shiftIf(aftermath.at, by);
}

} // namespace lockcore
