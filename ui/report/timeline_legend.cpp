// SPDX-License-Identifier: MIT
#include "ui/report/timeline_legend.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <array>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr double sampleWidth = 22, textX = 28, between = 18, legendText = 10;

auto barSample(double opacity, bool outline)
{
    return [=](Canvas &canvas, double x, double y) { canvas.bar({x, y - 9, sampleWidth, 10, Ink::Owner0, opacity, 0, outline}); };
}

bool hasState(const Lanes &lanes, std::initializer_list<WorkerSpan::State> states)
{
    return std::ranges::any_of(lanes.workers, [&](const WorkerLane &worker) {
        return std::ranges::any_of(worker.spans,
                                   [&](const WorkerSpan &span) { return std::ranges::find(states, span.state) != states.end(); });
    });
}

bool hasDenied(const Lanes &lanes)
{
    return std::ranges::any_of(lanes.workers, [](const WorkerLane &worker) {
        return std::ranges::any_of(worker.beliefs, [](const BeliefSpan &belief) { return belief.agrees == false; });
    });
}

void paintWedge(Canvas &canvas, double x, double y)
{
    const std::array wedge = {CanvasPoint{x, y - 9}, CanvasPoint{x + sampleWidth, y}, CanvasPoint{x, y}};
    canvas.area(wedge, Ink::Owner0, 0.3);
    canvas.line(x, y - 9, x + sampleWidth, y, Ink::Secondary);
}

void paintPrevented(Canvas &canvas, double x, double y)
{
    canvas.line(x + 11, y - 11, x + 11, y, Ink::Good, 2);
    canvas.line(x + 6, y, x + 16, y, Ink::Good, 3);
}

void paintTaken(Canvas &canvas, double x, double y)
{
    canvas.line(x + 11, y - 11, x + 11, y + 1, Ink::Danger, 2);
    const std::array head = {CanvasPoint{x + 7, y - 5}, CanvasPoint{x + 11, y + 1}, CanvasPoint{x + 15, y - 5}};
    canvas.poly(head, Ink::Danger, 2);
}

} // namespace

std::vector<LegendSample> timelineLegend(const Lanes &lanes)
{
    using State = WorkerSpan::State;
    std::vector<LegendSample> samples;
    const auto add = [&](bool appears, const QString &text, std::function<void(Canvas &, double, double)> paint) {
        if (appears)
            samples.push_back({text, std::move(paint)});
    };
    const auto anyMark = [&](Decisive kind) {
        return std::ranges::any_of(lanes.marks, [=](const LaneMark &mark) { return mark.kind == kind; });
    };
    const bool anyBand = std::ranges::any_of(lanes.resources, [](const ResourceLane &lane) { return !lane.bands.empty(); });
    const bool anyWronged =
        std::ranges::any_of(lanes.locks, [](const LockLane &lock) { return std::ranges::any_of(lock.spans, &LockSpan::wronged); });
    add(true, Words::tr("in the critical section"), barSample(1, false));
    add(true, Words::tr("believes that it holds the lock"), barSample(0.35, false));
    add(hasDenied(lanes), Words::tr("%1 disagrees").arg(shownText(lanes.store, 20)), [](Canvas &canvas, double x, double y) {
        canvas.bar({x, y - 6, sampleWidth, 3, Ink::Danger, 0.25, 0, true});
    });
    add(anyMark(Decisive::Protection), Words::tr("prevented"), paintPrevented);
    add(anyWronged, Words::tr("taken from its owner"), paintTaken);
    add(anyBand, Words::tr("two inside at once"), [](Canvas &canvas, double x, double y) {
        canvas.bar({x, y - 9, sampleWidth, 10, Ink::Danger, 0.13});
    });
    add(!lanes.locks.empty(), Words::tr("lease that is left"), paintWedge);
    add(hasState(lanes, {State::Paused, State::Stalled}), Words::tr("paused, stalled"), barSample(0.12, true));
    add(hasState(lanes, {State::Dead}), Words::tr("dead"),
        [](Canvas &canvas, double x, double y) { canvas.cross(x + 11, y - 4, 4, Ink::Danger); });
    add(hasState(lanes, {State::Waiting}), Words::tr("waits"), [](Canvas &canvas, double x, double y) {
        canvas.bar({x, y - 5, sampleWidth, 2, Ink::Secondary, 0.7});
    });
    add(true, Words::tr("command of a worker"),
        [](Canvas &canvas, double x, double y) { canvas.line(x + 11, y - 11, x + 11, y + 2, Ink::Text); });
    return samples;
}

double paintLegend(Canvas &canvas, const std::vector<LegendSample> &samples, double left, double right, double top, int lines)
{
    double x = left, y = top + legendLine;
    for (const auto &sample : samples) {
        const auto size = textX + canvas.widthOf(sample.text, legendText);
        if (x > left && x + size > right) {
            if (--lines == 0)
                break;
            x = left;
            y += legendLine;
        }
        sample.paint(canvas, x, y);
        canvas.label({x + textX, y, sample.text, Ink::Secondary, Label::Anchor::Start, legendText});
        x += size + between;
    }
    return y + 8;
}

} // namespace lockscope
