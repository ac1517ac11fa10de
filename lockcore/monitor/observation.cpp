// SPDX-License-Identifier: MIT
#include "lockcore/monitor/observation.h"

#include "lockcore/monitor/watch/lock_table.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto lookPeriod = 500ms;

} // namespace

Task<std::optional<LockInfo>> observeLock(ReleaseConnection connection, ReleaseRequest wish, Milliseconds time,
                                          const Classifier &classifier, Clock &clock)
{
    LockTable table(classifier);
    const auto opened = co_await connection.open();
    if (!opened)
        co_return std::nullopt;
    const auto end = clock.now() + time;
    ObservationInterval observed;
    observed.firstSweep = observed.unprompted = true;
    while (true) {
        auto look = co_await connection.look(wish);
        if (!look || !look->value.exists())
            break;
        table.apply(*std::move(look), observed);
        observed.firstSweep = false;
        const auto left = end - clock.now();
        if (left <= Duration::zero())
            break;
        co_await clock.after(std::min<Duration>(lookPeriod, left));
    }
    const auto *lock = table.find(wish.id);
    co_return lock ? std::optional(*lock) : std::nullopt;
}

} // namespace lockcore
