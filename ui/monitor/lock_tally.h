// SPDX-License-Identifier: MIT
// The numbers above the table. Counted over all locks, at most twice a second. Pure.
#pragma once

#include "ui/monitor/lock_model.h"

#include <array>
#include <deque>

namespace lockscope {

struct LockTally
{
    int held = 0;
    int contended = 0;      ///< somebody waits
    int waitersUnknown = 0; ///< of these locks it is not known whether somebody waits
    int expiring = 0;
    int noLease = 0;      ///< no lease set, and none known to be due
    int stillNoLease = 0; ///< of these, for too long
    int immortal = 0;
    int stale = 0;
    int overdue = 0; ///< renewals
    int tooLong = 0;

    int needAttention = 0;
    bool operator==(const LockTally &) const = default;
};

LockTally tallyOf(const LockModel &locks);

/// Renewals per second over the last five.
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
