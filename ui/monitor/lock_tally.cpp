// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_tally.h"

#include "ui/monitor/incident_store.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

std::int64_t secondOf(Moment moment) { return std::chrono::duration_cast<std::chrono::seconds>(moment.time_since_epoch()).count(); }

void add(LockTally &tally, const LockRow &row)
{
    ++tally.held;
    tally.waitersUnknown += !row.lock.waiters.known();
    tally.contended += row.lock.waiters.any(); // independent of the state: a lock with waiters may also be about to expire
    tally.expiring += row.lock.state == LockState::Expiring;
    tally.noLease += row.lock.state == LockState::NoLease;
    tally.stillNoLease += row.lock.noLeaseTooLong;
    tally.immortal += row.lock.state == LockState::Immortal;
    tally.stale += row.lock.state == LockState::Stale;
    tally.overdue += row.lock.state == LockState::RenewalOverdue;
    tally.tooLong += row.lock.state == LockState::HeldTooLong;
    tally.needAttention += needsAttention(row.lock);
}

} // namespace

LockTally tallyOf(const LockModel &locks)
{
    LockTally tally;
    for (int i = 0; i < locks.rowCount(); ++i) {
        const auto &row = locks.row(i);
        if (row.used && !row.gone())
            add(tally, row);
    }
    return tally;
}

int incidentsBeside(const LockModel &locks, const IncidentStore &incidents)
{
    const auto counts = [&](const Incident &incident) {
        const int at = incident.acknowledged || !incidents.isOf(incident) ? -1 : locks.rowOf(incident.id);
        return !incident.acknowledged && (at < 0 || locks.row(at).gone() || !needsAttention(locks.row(at).lock));
    };
    return static_cast<int>(std::ranges::count_if(incidents.list().all(), counts));
}

void RenewalRate::count(const std::vector<LockEvent> &events, Moment now)
{
    const auto renewals =
        std::count_if(events.begin(), events.end(), [](const LockEvent &event) { return event.type == EventType::Renewed; });
    if (renewals == 0)
        return;
    if (m_seconds.empty() || m_seconds.back().number != secondOf(now))
        m_seconds.push_back({secondOf(now), 0});
    m_seconds.back().renewals += static_cast<int>(renewals);
    forgetBefore(secondOf(now) - window);
}

double RenewalRate::perSecond(Moment now)
{
    forgetBefore(secondOf(now) - window);
    int sum = 0;
    for (const auto &second : m_seconds) {
        if (second.number < secondOf(now)) // the current second is not over
            sum += second.renewals;
    }
    return sum / static_cast<double>(window);
}

void RenewalRate::forgetBefore(std::int64_t second)
{
    while (!m_seconds.empty() && m_seconds.front().number < second)
        m_seconds.pop_front();
}

} // namespace lockscope
