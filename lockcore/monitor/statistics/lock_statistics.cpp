// SPDX-License-Identifier: MIT
#include "lockcore/monitor/statistics/lock_statistics.h"

namespace lockcore {

double LockStatistics::handOversPerSecond() const
{
    return over.count() <= 0 ? 0 : static_cast<double>(handOvers) * 1000 / static_cast<double>(over.count());
}

void LockStatistics::add(const LockStatistics &other)
{
    handOvers += other.handOvers;
    expired += other.expired;
    holds.add(other.holds);
    waits.add(other.waits);
}

} // namespace lockcore
