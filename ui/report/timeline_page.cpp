// SPDX-License-Identifier: MIT
#include "ui/report/timeline_page.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

// Spans may overlap, so their ends are not sorted; but the latest end so far is.
template <class Span>
std::vector<Microseconds> reachOf(const std::vector<Span> &spans)
{
    std::vector<Microseconds> reach;
    reach.reserve(spans.size());
    for (const auto &span : spans)
        reach.push_back(reach.empty() ? span.end : std::max(reach.back(), span.end));
    return reach;
}

template <class Span>
std::span<const Span> spansIn(const std::vector<Span> &spans, const std::vector<Microseconds> &reach, Microseconds begin, Microseconds end)
{
    const auto first = std::ranges::lower_bound(reach, begin) - reach.begin();
    const auto last = std::ranges::upper_bound(spans, end, {}, &Span::begin) - spans.begin();
    return std::span(spans).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(std::max(last - first, decltype(first)(0))));
}

Milliseconds longestLeaseOf(const LockLane &lane)
{
    Milliseconds longest{0};
    for (const auto &span : lane.spans) {
        for (const auto &point : span.lease)
            longest = std::max(longest, point.left.value_or(Milliseconds(0)));
    }
    const Milliseconds step(longest >= Milliseconds(100) ? 10 : 1); // a server that was asked a moment later says 399 ms
    return (longest + step - Milliseconds(1)) / step * step;
}

} // namespace

TimelinePage::TimelinePage(const Lanes &of)
    : lanes(of)
{
    for (std::size_t i = 0; i < lanes.workers.size(); ++i) {
        rows.push_back({i, nullptr, false, false});
        m_workers.emplace(lanes.workers[i].worker, i);
    }
    for (const auto &mark : lanes.marks) {
        m_marks.emplace(mark.number, &mark);
        if (mark.kind != Decisive::Protection && !mark.text.empty()) // a verdict may name a fault, too
            m_causes.push_back(&mark);
    }
    for (const auto &fault : lanes.faults)
        m_faults[{fault.place, fault.lane}].push_back(&fault);
    for (const auto &lock : lanes.locks) {
        m_longest.push_back(longestLeaseOf(lock));
        m_locks.push_back(reachOf(lock.spans));
    }
    for (const auto &resource : lanes.resources) {
        m_insides.push_back(reachOf(resource.spans));
        m_bands.push_back(reachOf(resource.bands));
    }
}

std::optional<std::size_t> TimelinePage::workerOf(const Incarnation &who) const
{
    const auto found = m_workers.find(who.worker);
    return found == m_workers.end() ? std::nullopt : std::optional(found->second);
}

Ink TimelinePage::inkOf(const Incarnation &who) const
{
    const auto worker = workerOf(who);
    return worker ? ownerInk(*worker) : Ink::Faint;
}

const LaneMark *TimelinePage::protection(std::uint64_t number) const
{
    const auto found = m_marks.find(number);
    return found != m_marks.end() && found->second->kind == Decisive::Protection ? found->second : nullptr;
}

std::vector<const LaneMark *> TimelinePage::causesBefore(Time time, LanePlace place, std::size_t lane) const
{
    std::vector<const LaneMark *> before;
    std::ranges::copy_if(m_causes, std::back_inserter(before),
                         [=](const LaneMark *cause) { return cause->at < time && cause->place == place && cause->lane == lane; });
    return before;
}

std::span<const LaneFault *const> TimelinePage::faults(LanePlace place, std::size_t lane) const
{
    const auto found = m_faults.find({place, lane});
    return found == m_faults.end() ? std::span<const LaneFault *const>() : std::span<const LaneFault *const>(found->second);
}

std::span<const LockSpan> TimelinePage::locksIn(std::size_t lock, Time begin, Time end) const
{
    return spansIn(lanes.locks[lock].spans, m_locks[lock], begin, end);
}

std::span<const ResourceSpan> TimelinePage::insideIn(std::size_t resource, Time begin, Time end) const
{
    return spansIn(lanes.resources[resource].spans, m_insides[resource], begin, end);
}

std::span<const LaneBand> TimelinePage::bandsIn(std::size_t resource, Time begin, Time end) const
{
    return spansIn(lanes.resources[resource].bands, m_bands[resource], begin, end);
}

} // namespace lockscope
