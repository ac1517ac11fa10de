// SPDX-License-Identifier: MIT
// The numbers above the table. They count all locks and are updated at most twice a second. Pure.
#pragma once

#include "ui/monitor/lock_model.h"

#include <array>
#include <deque>

namespace lockscope {

class IncidentStore;

struct LockTally
{
    int held = 0;
    int contended = 0;      ///< locks with a known waiter
    int waitersUnknown = 0; ///< locks for which it is not known whether somebody waits
    int expiring = 0;
    int noLease = 0;      ///< locks without a lease that are not expected to have one
    int stillNoLease = 0; ///< the part of noLease that had no lease for too long
    int immortal = 0;
    int stale = 0;
    int overdue = 0; ///< locks whose renewal is overdue
    int tooLong = 0;

    int needAttention = 0; ///< locks in trouble now
    int incidents = 0;     ///< not acknowledged, of locks that are not in trouble now
    bool operator==(const LockTally &) const = default;
};

LockTally tallyOf(const LockModel &locks);

/// Those that are not acknowledged and are not about a lock that is in trouble now.
int incidentsBeside(const LockModel &locks, const IncidentStore &incidents);

/// Renewals per second, averaged over the last five seconds.
class RenewalRate final
{
public:
    void count(const std::vector<lockcore::LockEvent> &events, lockcore::Moment now);
    double perSecond(lockcore::Moment now);
    void clear() { m_seconds.clear(); }

private:
    struct Second
    {
        std::int64_t number = 0;
        int renewals = 0;
    };
    static constexpr std::int64_t window = 5;

    void forgetBefore(std::int64_t second);

    std::deque<Second> m_seconds;
};

} // namespace lockscope
