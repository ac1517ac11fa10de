// SPDX-License-Identifier: MIT
#include "ui/lab/tables/compare_axis.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

namespace {

constexpr double leastWidth = 1, perRootOfMs = 0.4;

double stretchedWidth(CompareAxis::Time length) { return leastWidth + perRootOfMs * std::sqrt(static_cast<double>(length.count()) / 1000); }

} // namespace

CompareAxis::CompareAxis(const std::vector<const lockcore::CompactRow *> &rows)
{
    for (const auto *const row : rows) {
        const auto add = [&](Time time) { m_times.push_back(time - row->anchor.at); };
        for (const auto *const spans : {&row->holds, &row->inside}) {
            for (const auto &span : *spans) {
                add(span.begin);
                add(span.end);
            }
        }
        for (const auto &mark : row->marks)
            add(mark.at);
        add(row->begin);
        add(row->end);
    }
    std::ranges::sort(m_times);
    m_times.erase(std::ranges::unique(m_times).begin(), m_times.end());
    double place = 0;
    for (std::size_t i = 0; i < m_times.size(); ++i) {
        place += i == 0 ? 0 : stretchedWidth(m_times[i] - m_times[i - 1]);
        m_places.push_back(place);
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

} // namespace lockscope
