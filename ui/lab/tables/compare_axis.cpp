// SPDX-License-Identifier: MIT
#include "ui/lab/tables/compare_axis.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

namespace {

constexpr double leastWidth = 1, perRootOfMs = 0.4;
constexpr double mostBefore = 0.4; ///< of the axis: before the fault, if anything comes after it
constexpr CompareAxis::Time sameMoment{1'000};
constexpr std::int64_t mostTried = 2'000; ///< ticks of one step

double stretchedWidth(CompareAxis::Time length) { return leastWidth + perRootOfMs * std::sqrt(static_cast<double>(length.count()) / 1000); }

} // namespace

CompareAxis::CompareAxis(const std::vector<const lockcore::CompactRow *> &rows)
{
    // Before the fault, and to the ends of the runs, time is not stretched: there the runs differ by nothing that matters.
    Time begin(0), end(0);
    for (const auto *const row : rows) {
        const auto add = [&](Time time) {
            if (time >= row->anchor.at)
                m_times.push_back(time - row->anchor.at);
        };
        for (const auto *const spans : {&row->holds, &row->inside}) {
            for (const auto &span : *spans) {
                add(span.begin);
                add(span.end);
            }
        }
        for (const auto &mark : row->marks)
            add(mark.at);
        begin = std::min(begin, row->begin - row->anchor.at);
        end = std::max(end, row->end - row->anchor.at);
    }
    if (!rows.empty())
        m_times.insert(m_times.end(), {begin, Time(0), end});
    std::ranges::sort(m_times);
    // What happens in several rows at nearly the same time widens the axis once.
    const auto isSame = [](Time one, Time other) { return other - one < sameMoment; };
    std::vector<Time> times;
    for (const auto time : m_times) {
        if (times.empty() || !isSame(times.back(), time))
            times.push_back(time);
    }
    if (!times.empty())
        times.back() = m_times.back();
    m_times = std::move(times);
    double place = 0;
    for (std::size_t i = 0; i < m_times.size(); ++i) {
        place += i == 0 ? 0 : stretchedWidth(m_times[i] - m_times[i - 1]);
        m_places.push_back(place);
    }
    const auto fault = std::ranges::lower_bound(m_times, Time(0)) - m_times.begin();
    if (const auto before = m_places.empty() ? 0 : m_places[static_cast<std::size_t>(fault)]; before < place) {
        const auto shift = std::max(0.0, before - mostBefore / (1 - mostBefore) * (place - before));
        for (auto &each : m_places)
            each -= shift * std::min(1.0, each / std::max(before, leastWidth));
        place -= shift;
    }
    for (auto &each : m_places)
        each /= std::max(place, leastWidth);
}

double CompareAxis::placeOf(Time time) const
{
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(m_times, time) - m_times.begin());
    if (next == 0 || next == m_times.size())
        return next == 0 || m_places.empty() ? 0 : m_places.back();
    const auto length = static_cast<double>((m_times[next] - m_times[next - 1]).count());
    const auto part = static_cast<double>((time - m_times[next - 1]).count()) / length;
    return m_places[next - 1] + part * (m_places[next] - m_places[next - 1]);
}

std::vector<CompareAxis::Time> CompareAxis::ticks(double leastGap) const
{
    std::vector<Time> ticks;
    if (m_times.empty())
        return ticks;
    const auto offer = [&](Time time) {
        const bool isNear = std::ranges::any_of(ticks, [&](Time tick) { return std::abs(placeOf(tick) - placeOf(time)) < leastGap; });
        if (!isNear && time >= m_times.front() && time <= m_times.back())
            ticks.push_back(time);
    };
    offer(Time(0));
    for (const std::int64_t step : {1'000'000, 500'000, 200'000, 100'000, 50'000, 20'000, 10'000, 5'000, 2'000, 1'000}) { // µs
        const auto length = m_times.back() - m_times.front();
        if (length.count() / step > mostTried)
            break;
        for (auto time = m_times.front().count() / step * step; time <= m_times.back().count(); time += step)
            offer(Time(time));
    }
    std::ranges::sort(ticks);
    return ticks;
}

} // namespace lockscope
