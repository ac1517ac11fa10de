// SPDX-License-Identifier: MIT
#include "lockcore/explorer/route.h"

#include "lockcore/base/duration.h"

namespace lockcore::explorer {

Bounds stretched(Bounds bounds, int factor)
{
    for (auto *time :
         {&bounds.lease, &bounds.work, &bounds.poll, &bounds.commandTimeout, &bounds.pause, &bounds.horizon, &bounds.skew, &bounds.tick})
        *time *= factor;
    if (bounds.otherWork)
        *bounds.otherWork *= factor;
    for (auto &[name, value] : bounds.options) {
        if (const auto time = parseDuration(value); time && value.ends_with("ms"))
            value = std::to_string(time->count() * factor) + "ms";
    }
    return bounds;
}

Route stretched(Route route, int factor)
{
    for (auto &step : route)
        step.passed *= factor;
    return route;
}

Guide::Guide(const Route &route)
    : m_route(&route)
{
    begin();
}

void Guide::begin() { m_left = m_at < m_route->size() ? (*m_route)[m_at].passed : 0; }

int Guide::mostToPass() const { return m_left; }

bool Guide::fits(const RouteStep &step) const
{
    if (m_at >= m_route->size())
        return false;
    const auto &next = (*m_route)[m_at];
    if (next.kind == Move::Kind::TimePasses)
        return step.kind == Move::Kind::TimePasses && step.passed > 0 && step.passed <= m_left;
    return next == step;
}

void Guide::goOn(const RouteStep &step)
{
    m_left -= step.passed;
    if (m_left > 0)
        return;
    ++m_at;
    begin();
}

} // namespace lockcore::explorer
