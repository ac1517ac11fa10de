// SPDX-License-Identifier: MIT
#include "ui/lab/picture/run_alignment.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

namespace {

using Time = RunAlignment::Time;

Time interpolated(Time at, std::pair<Time, Time> from, std::pair<Time, Time> to)
{
    const auto part = static_cast<double>((at - from.first).count()) / static_cast<double>((to.first - from.first).count());
    return from.second + Time(std::llround(part * static_cast<double>((to.second - from.second).count())));
}

// `timeOf` and `otherOf` are the parts of a knot. Outside of the knots, both runs have the same pace.
template <class Knots, class TimeOf, class OtherOf>
Time mapped(const Knots &knots, Time at, TimeOf timeOf, OtherOf otherOf)
{
    if (knots.empty())
        return at;
    const auto next = std::ranges::upper_bound(knots, at, {}, timeOf);
    if (next == knots.begin() || next == knots.end()) {
        const auto &knot = next == knots.begin() ? knots.front() : knots.back();
        return at - timeOf(knot) + otherOf(knot);
    }
    const auto &from = *std::prev(next);
    return interpolated(at, {timeOf(from), otherOf(from)}, {timeOf(*next), otherOf(*next)});
}

} // namespace

RunAlignment::RunAlignment(const Run &upper, const Run &lower)
{
    constexpr int nearness = 8; // close-ups of the same moment are nearer to each other than this part of the run
    const auto offset = lower.anchor - upper.anchor;
    m_knots = {{upper.anchor, lower.anchor}};
    for (const auto &stretch : upper.closeUps) {
        const auto distance = [&](const Stretch &other) { return std::chrono::abs(other.first - offset - stretch.first); };
        const auto nearest = std::ranges::min_element(lower.closeUps, {}, distance);
        if (nearest == lower.closeUps.end() || distance(*nearest) > (upper.end - upper.begin) / nearness)
            continue;
        add({stretch.first, nearest->first});
        add({stretch.second, nearest->second});
    }
    add({upper.begin, lower.begin});
    add({upper.end, lower.end});
}

// Leaves out what would let time go backwards in one of the runs.
void RunAlignment::add(const Knot &knot)
{
    const auto next = std::ranges::lower_bound(m_knots, knot.first, {}, &Knot::first);
    const bool isAfter = next == m_knots.begin() || (std::prev(next)->first < knot.first && std::prev(next)->second < knot.second);
    const bool isBefore = next == m_knots.end() || (knot.first < next->first && knot.second < next->second);
    if (isAfter && isBefore)
        m_knots.insert(next, knot);
}

Time RunAlignment::toLower(Time upper) const
{
    return mapped(
        m_knots, upper, [](const Knot &knot) { return knot.first; }, [](const Knot &knot) { return knot.second; });
}

Time RunAlignment::toUpper(Time lower) const
{
    return mapped(
        m_knots, lower, [](const Knot &knot) { return knot.second; }, [](const Knot &knot) { return knot.first; });
}

} // namespace lockscope
