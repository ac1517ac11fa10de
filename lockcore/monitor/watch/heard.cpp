// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/heard.h"

#include <limits>
#include <utility>

namespace lockcore {

namespace {

constexpr int mostCompanions = 2; // that one change of a lock may change with it
constexpr std::chrono::seconds mostBetweenConnections(1);

} // namespace

void countChange(std::uint16_t &changes, bool secondHalf)
{
    if ((!secondHalf || changes == 0) && changes < std::numeric_limits<std::uint16_t>::max())
        ++changes;
}

Heard Heard::unread()
{
    Heard heard;
    heard.m_any = heard.m_maybeMore = true;
    return heard;
}

void Heard::change(bool itself, std::optional<ServerTime> by, const CountedRemovals &removals, bool secondHalf)
{
    if (!std::exchange(m_any, true))
        m_removals = removals;
    if (!m_first)
        m_first = by;
    m_named = true;
    countChange(itself ? m_itself : m_companions, secondHalf);
}

void Heard::suspect(const CountedRemovals &removals)
{
    if (!std::exchange(m_any, true))
        m_removals = removals;
    countChange(m_itself);
}

ServerTime Heard::awaitRemoval(ServerTime at)
{
    m_awaitedSince = m_awaitedSince.value_or(at);
    return *m_awaitedSince;
}

void Heard::quietUntil(ServerTime at)
{
    if (!m_any)
        m_quiet = at;
}

Heard::Announced Heard::takeAnnounced(std::uint64_t generation, ServerTime at, bool isNew)
{
    const auto heard = std::exchange(m_announced, std::nullopt);
    const auto left = std::exchange(m_leftToTheNext, std::nullopt);
    const bool between = heard && heard->first <= generation;
    const bool later = heard && heard->second > generation;
    if (later || (between && !isNew))
        m_leftToTheNext = at;
    return {between, later || (left && at - *left <= mostBetweenConnections)};
}

ChangeNotifications Heard::take(bool outrun)
{
    const bool counted = m_itself > 1 || m_companions > mostCompanions;
    ChangeNotifications heard{
        m_first, m_quiet, m_any, m_named, counted || (m_any && m_maybeMore), outrun || m_alreadyGone, std::move(m_removals)};
    m_first.reset();
    m_quiet.reset();
    m_removals.reset();
    if (outrun)
        return heard;
    m_itself = m_companions = 0;
    m_any = m_named = m_maybeMore = m_alreadyGone = false;
    return heard;
}

} // namespace lockcore
