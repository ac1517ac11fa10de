// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/second_looks.h"

#include "lockcore/monitor/watch/locks_without_ttl.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t mostAtOnce = 500;

} // namespace

Task<Result<void>> SecondLooks::atBareLocks()
{
    auto ids = m_parts.store.table().bareSince(ServerTime::max());
    if (ids.empty())
        co_return Result<void>();
    co_await m_parts.clock.after(LocksWithoutTtl::undecidedFor);
    co_return co_await at(std::move(ids));
}

Task<Result<void>> SecondLooks::atLapsedLocks() { return at(m_parts.store.table().lapsedAt(m_parts.serverNow())); }

Task<Result<void>> SecondLooks::at(std::vector<LockId> ids)
{
    ObservationInterval observed;
    observed.unprompted = true;
    while (!ids.empty()) {
        std::vector<LookRequest> requests(std::min(mostAtOnce, ids.size()));
        for (auto &request : requests) {
            request.id = std::move(ids.back());
            ids.pop_back();
        }
        const auto sightings = co_await m_prober.look(std::move(requests));
        if (!sightings)
            co_return sightings.error();
        for (const auto &sighting : *sightings)
            m_parts.store.apply(sighting.look, observed);
    }
    co_return Result<void>();
}

} // namespace lockcore
