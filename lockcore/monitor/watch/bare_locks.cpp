// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/bare_locks.h"

#include "lockcore/monitor/model/state_rules.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto undecidedFor = betweenLooks + 100ms;
constexpr std::size_t mostAtOnce = 500;

} // namespace

void BareLocks::readAgain()
{
    for (const auto &id : m_parts.board.table().bareSince(m_parts.serverNow() - undecidedFor))
        m_parts.watchList.readAgain(id.key);
    m_feed.wake();
}

Task<Result<void>> BareLocks::lookAtAllAgain()
{
    std::vector<LookRequest> requests;
    for (auto &id : m_parts.board.table().bareSince(ServerTime::max())) {
        LookRequest request;
        request.id = std::move(id);
        requests.push_back(std::move(request));
    }
    if (requests.empty())
        co_return Result<void>();
    co_await m_parts.clock.after(undecidedFor);
    for (std::size_t i = 0; i < requests.size(); i += mostAtOnce) {
        const auto end = std::min(i + mostAtOnce, requests.size());
        std::vector<LookRequest> some(requests.begin() + static_cast<std::ptrdiff_t>(i),
                                      requests.begin() + static_cast<std::ptrdiff_t>(end));
        const auto sightings = co_await m_prober.look(std::move(some));
        if (!sightings)
            co_return sightings.error();
        Evidence evidence;
        evidence.unprompted = true;
        for (const auto &sighting : *sightings)
            m_parts.board.apply(sighting.look, evidence);
    }
    co_return Result<void>();
}

} // namespace lockcore
