// SPDX-License-Identifier: MIT
// A worker's stay in the critical section may last microseconds, and is what the story is about: its lane then has a magnified part.
#include "ui/report/timeline_parts.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr double lensShare = 0.08; // of the width of a close-up
constexpr double away = 10, lensText = 10;

/// A part of a lane in which nothing else is.
struct Blank
{
    double begin = 0, end = 0;
};

// The first one of this width right of the stay.
Blank blankAfter(const TimeAxis &axis, const WorkerLane &worker, const ResourceSpan &stay, double width)
{
    Blank blank{axis.xOf(stay.end), axis.right()};
    auto span = std::ranges::lower_bound(worker.spans, stay.end, {}, &WorkerSpan::begin);
    for (; span != worker.spans.end() && axis.overlaps(span->begin, span->end); ++span) {
        if (axis.xOf(span->begin) - blank.begin >= width)
            return {blank.begin, axis.xOf(span->begin)};
        blank.begin = axis.clampedXOf(span->end);
    }
    return blank;
}

} // namespace

bool isTooShort(const TimeAxis &axis, const TimelinePage &page, const ResourceSpan &stay)
{
    constexpr double leastOfAll = 8; // px, in the picture of the whole run
    const bool isAll = axis.begin() <= page.lanes.begin && axis.end() >= page.lanes.end;
    const auto least = isAll ? leastOfAll : lensShare * (axis.right() - axis.left());
    return axis.shows(stay.begin) && axis.shows(stay.end) && axis.xOf(stay.end) - axis.xOf(stay.begin) < least;
}

void paintLens(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t worker, const ResourceSpan &stay, double top)
{
    const auto &heights = page.heights;
    const auto text = Words::tr("inside %1").arg(shortTime(stay.end - stay.begin));
    const auto wide = canvas.widthOf(text, lensText, true, true) + 8;
    const auto width = std::max(lensShare * (axis.right() - axis.left()), wide + 8);
    const auto bar = top + heights.label + heights.belief, middle = bar + heights.bar / 2;
    const auto blank = blankAfter(axis, page.lanes.workers[worker], stay, width + away);
    const auto begin = axis.xOf(stay.begin), x = blank.begin + away;
    if (x + width > blank.end) {
        if (begin - away - width > axis.left()) // over the time in which it waited; painted when it begins
            canvas.badge({begin - away - width, middle - 8, width, 16, text, Ink::Text, begin});
        return;
    }
    for (const auto y : {bar, bar + heights.bar - 1})
        canvas.line(axis.xOf(stay.end), y, x, y, Ink::Secondary, 1, 1, true);
    canvas.bar({x, bar, width, heights.bar, ownerInk(worker), 1, 2, false, [&stay, &lane = page.lanes.workers[worker], axis] {
                    return Words::tr("Magnified: %1 is inside, %2").arg(shownText(lane.worker, 24), rangeText(axis, stay.begin, stay.end));
                }});
    canvas.bar({x + (width - wide) / 2, middle - 6, wide, 12, Ink::Base, 1, 2});
    canvas.label({x + width / 2, middle + 3.5, text, Ink::Text, Label::Anchor::Middle, lensText, true, false, x});
}

} // namespace lockscope
