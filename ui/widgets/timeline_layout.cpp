// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace lockscope {

namespace {

int colourOf(const TimelineSpan &span) { return span.colour; }
int colourOf(const TimelineWait &) { return -1; }
bool beginSeen(const TimelineSpan &span) { return span.beginSeen; }
bool beginSeen(const TimelineWait &) { return true; }

template <class Range>
std::vector<TimelineBar> bars(const TrimmedVector<Range> &ranges, const TimelineScale &scale, double width, TimelineTime now)
{
    std::vector<TimelineBar> result;
    auto here =
        std::partition_point(ranges.begin(), ranges.end(), [&](const Range &range) { return range.end && *range.end < scale.begin; });
    for (; here != ranges.end(); ++here) {
        const double from = scale.xOf(here->begin), to = scale.xOf(here->end.value_or(std::max(now, here->begin)));
        if (from >= width)
            break;
        const double left = std::max(from, 0.0), right = std::min(std::max(to, left + 1), width);
        if (!result.empty() && right <= std::ceil(result.back().right)) { // it begins in a pixel that is already used
            result.back().merged = true;
            result.back().endSeen = here->end.has_value();
            continue;
        }
        result.push_back({left, right, colourOf(*here), beginSeen(*here) && from >= 0, here->end && to <= width, false});
    }
    return result;
}

} // namespace

int TimelineLanes::first() const { return std::clamp(scrolled / laneHeight, 0, std::max(0, count - 1)); }

int TimelineLanes::last() const { return std::min(count - 1, (scrolled + height - 1) / laneHeight); }

int TimelineLanes::at(int y) const
{
    if (y < 0 || y >= height)
        return -1;
    const int lane = (y + scrolled) / laneHeight;
    return lane < count ? lane : -1;
}

int TimelineLanes::scrolledToShow(int lane) const
{
    const int top = lane * laneHeight;
    if (top < scrolled)
        return top;
    const int hidden = top + laneHeight - height - scrolled;
    if (hidden <= 0)
        return scrolled;
    return scrolledToEndWith(lane);
}

int TimelineLanes::scrolledToEndWith(int lane) const
{
    const int hidden = std::max(0, (lane + 1) * laneHeight - height);
    const int whole = (hidden + laneHeight - 1) / laneHeight * laneHeight; // so that there is no half lane at the top
    return std::min(whole, mostScrolled());
}

std::vector<TimelineBar> barsOf(const TrimmedVector<TimelineSpan> &spans, const TimelineScale &scale, double width, TimelineTime now)
{
    return bars(spans, scale, width, now);
}

std::vector<TimelineBar> barsOf(const TrimmedVector<TimelineWait> &waits, const TimelineScale &scale, double width, TimelineTime now)
{
    return bars(waits, scale, width, now);
}

std::vector<TimelineColumn> columnsOf(const TrimmedVector<TimelineMark> &marks, const TimelineScale &scale, double width,
                                      std::span<const int> weights)
{
    const auto weightOf = [weights](int what) {
        return static_cast<std::size_t>(what) < weights.size() ? weights[static_cast<std::size_t>(what)] : 0;
    };
    std::vector<TimelineColumn> columns;
    auto here = std::partition_point(marks.begin(), marks.end(), [&](const TimelineMark &mark) { return mark.at < scale.begin; });
    for (; here != marks.end(); ++here) {
        if (weightOf(here->what) < 0)
            continue;
        const double exact = scale.xOf(here->at);
        if (exact >= width)
            break;
        const int x = static_cast<int>(exact);
        if (columns.empty() || columns.back().x != x) {
            columns.push_back({x, 1, here->what, false});
        } else {
            ++columns.back().count;
            if (weightOf(here->what) > weightOf(columns.back().what))
                columns.back().what = here->what;
        }
    }
    const auto close = [&](std::size_t a, std::size_t b) { return columns[b].x - columns[a].x <= 2; };
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].crowded = (i > 0 && close(i - 1, i)) || (i + 1 < columns.size() && close(i, i + 1));
    return columns;
}

std::vector<bool> placeable(const std::vector<TimelineLabel> &labels, double width, double gap)
{
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return labels[a].weight > labels[b].weight; });
    std::vector<bool> placed(labels.size(), false);
    std::map<double, double> taken; // left → right, not overlapping
    for (const auto candidate : order) {
        const auto &label = labels[candidate];
        const auto after = taken.lower_bound(label.left);
        const bool free = label.left >= 0 && label.right <= width && (after == taken.end() || label.right + gap <= after->first)
                          && (after == taken.begin() || std::prev(after)->second + gap <= label.left);
        if (free)
            taken.emplace(label.left, label.right);
        placed[candidate] = free;
    }
    return placed;
}

} // namespace lockscope
