// SPDX-License-Identifier: MIT
#include "ui/report/timeline_parts.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

std::optional<double> LabelRow::take(double x, double width)
{
    const auto at = std::min(x, m_right - width);
    if (at < m_taken)
        return std::nullopt;
    m_taken = at + width + 6;
    return at;
}

Ink TimelinePage::inkOf(const Incarnation &who) const
{
    const auto found = std::ranges::find(lanes.workers, who.worker, &WorkerLane::worker);
    return found == lanes.workers.end() ? Ink::Faint : ownerInk(static_cast<std::size_t>(found - lanes.workers.begin()));
}

Ink inkOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return Ink::Danger;
    case Outcome::Outlived: return Ink::Warning;
    case Outcome::Held: return Ink::Good;
    default: return Ink::Secondary;
    }
}

} // namespace lockscope
