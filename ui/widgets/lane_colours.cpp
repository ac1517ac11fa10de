// SPDX-License-Identifier: MIT
#include "ui/widgets/lane_colours.h"

#include <algorithm>
#include <array>

namespace lockscope {

namespace {

constexpr std::size_t mostSpans = 64;
constexpr int ownerColours = 6; ///< number of colours in the table

} // namespace

int colourIn(const TimelineLane &lane, const QString &owner)
{
    const auto &spans = lane.spans;
    for (std::size_t back = 1; !owner.isEmpty() && back <= std::min(spans.size(), mostSpans); ++back) {
        if (const auto &span = spans[spans.size() - back]; span.owner == owner)
            return span.colour;
    }
    return -1;
}

int nextColourIn(const TimelineLane &lane, const QString &owner)
{
    const auto &spans = lane.spans;
    std::array<bool, ownerColours> taken{};
    int latest = -1, others = 0;
    for (std::size_t back = 1; !owner.isEmpty() && back <= std::min(spans.size(), mostSpans); ++back) {
        const auto &span = spans[spans.size() - back];
        if (span.owner == owner)
            return span.colour;
        if (span.colour < 0 || taken[static_cast<std::size_t>(span.colour)])
            continue;
        if (++others == ownerColours)
            break; // six others came since
        taken[static_cast<std::size_t>(span.colour)] = true;
        latest = latest < 0 ? span.colour : latest;
    }
    if (owner.isEmpty())
        return -1;
    int next = (latest + 1) % ownerColours;
    while (taken[static_cast<std::size_t>(next)])
        next = (next + 1) % ownerColours;
    return next;
}

} // namespace lockscope
