// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/retry_policy.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

namespace {

constexpr int mostBrokenInARow = 3;

} // namespace

std::optional<Milliseconds> RetryPolicy::after(const Ending &ending)
{
    m_begun = m_begun || (ending.connected && (ending.everLive || ending.error.kind != ErrorKind::Server));
    if (!m_begun || isHopeless(ending))
        return std::nullopt;
    // A connection proves nothing: the server may end each session as soon as it begins to read.
    if (ending.swept)
        m_backoff.reset();
    return m_backoff.next();
}

// A refusal will not change. But an answer that was too large or malformed may come from a single key that is gone by the next session.
bool RetryPolicy::isHopeless(const Ending &ending)
{
    const auto &error = ending.error;
    const bool broken = error.kind == ErrorKind::Protocol && !ending.swept;
    m_brokenInARow = !broken ? 0 : m_broken == error ? m_brokenInARow + 1 : 1;
    m_broken = broken ? std::optional(error) : std::nullopt;
    return isRefusedForGood(error) || m_brokenInARow >= mostBrokenInARow;
}

void RetryPolicy::insist() { m_begun = true; }

void RetryPolicy::reset()
{
    m_backoff.reset();
    m_begun = false;
    m_broken.reset();
    m_brokenInARow = 0;
}

} // namespace lockcore
