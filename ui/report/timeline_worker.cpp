// SPDX-License-Identifier: MIT
// The lane of a worker: what it does, what it believes, the commands that it sent; and the lane of a group of workers.
#include "ui/report/bar_row.h"
#include "ui/report/timeline_parts.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr double leastNote = 14; // px; narrower spans get no name

// It waits for one lock while it holds another.
bool waitsInside(const WorkerSpan &span) { return span.state == WorkerSpan::State::Waiting && span.holds; }

Bar barOf(const TimeAxis &axis, const WorkerSpan &span, Ink ink, double top, double height)
{
    Bar bar{axis.clampedXOf(span.begin), top, 0, height, ink};
    bar.width = axis.clampedXOf(span.end) - bar.x;
    switch (span.state) {
    case WorkerSpan::State::Waiting:
        if (waitsInside(span)) {
            bar.outline = true;
            bar.opacity = 0.12;
            return bar;
        }
        [[fallthrough]];
    case WorkerSpan::State::Dead:
        bar.y = top + height / 2 - 1;
        bar.height = 2;
        bar.ink = span.state == WorkerSpan::State::Dead ? Ink::Line : Ink::Secondary;
        bar.opacity = span.state == WorkerSpan::State::Dead ? 1 : 0.7;
        return bar;
    case WorkerSpan::State::Holding: bar.opacity = 0.35; return bar;
    case WorkerSpan::State::Working: return bar;
    case WorkerSpan::State::Paused:
    case WorkerSpan::State::Stalled:
        bar.outline = true;
        bar.opacity = span.inside ? 0.3 : 0.12;
        bar.ink = span.holds || span.inside ? ink : Ink::Secondary;
        return bar;
    }
    return bar;
}

/// The spans of a worker never overlap, so their ends are sorted.
template <class Span>
std::span<const Span> inSight(const std::vector<Span> &spans, const TimeAxis &axis)
{
    const auto first = std::ranges::lower_bound(spans, axis.begin(), {}, &Span::end);
    const auto last = std::ranges::upper_bound(spans, axis.end(), {}, &Span::begin);
    return first < last ? std::span<const Span>(first, last) : std::span<const Span>();
}

void paintSpans(Canvas &canvas, const TimeAxis &axis, const WorkerLane &worker, Ink ink, double top, double height,
                std::vector<LaneNote> &notes)
{
    const auto spans = inSight(worker.spans, axis);
    {
        BarRow bars(canvas);
        for (const auto &span : spans)
            bars.add(barOf(axis, span, ink, top, height), [&worker, &span, axis] {
                return shownText(worker.worker, 24) + u' ' + stateText(span.state) + u", "_s + rangeText(axis, span.begin, span.end);
            });
    }
    for (const auto &span : spans) {
        const auto x = axis.clampedXOf(span.begin);
        const auto width = axis.clampedXOf(span.end) - x;
        const bool suffers = span.state == WorkerSpan::State::Paused || span.state == WorkerSpan::State::Stalled || waitsInside(span);
        const auto text = suffers && width > 40 ? stateText(span.state) : QString();
        if (suffers && width > canvas.widthOf(text, 10) + 8 && !text.isEmpty())
            canvas.label({x + 6, top + height / 2 + 4, text, Ink::Text, Label::Anchor::Start, 10});
        if (span.state != WorkerSpan::State::Dead || !axis.shows(span.begin))
            continue;
        canvas.cross(x, top + height / 2, 4, Ink::Danger);
        notes.push_back({x - 4, stateText(span.state), Ink::Danger});
    }
}

// If Redis disagrees, the bar is hollow, so that colour is not the only sign.
void paintBeliefs(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t worker, double top,
                  std::vector<LaneNote> &notes)
{
    BarRow bars(canvas);
    for (const auto &belief : inSight(page.lanes.workers[worker].beliefs, axis)) {
        const bool denied = belief.agrees == false;
        Bar bar{axis.clampedXOf(belief.begin),
                top,
                0,
                page.heights.belief - 2,
                denied ? Ink::Danger : ownerInk(worker),
                denied ? 0.25 : 1,
                0,
                denied};
        bar.width = axis.clampedXOf(belief.end) - bar.x;
        const auto store = shownText(page.lanes.store, 20);
        QStringList about;
        for (const auto &lock : belief.denied)
            about << shownText(lock, 24);
        if (denied && bar.width > leastNote)
            notes.push_back({bar.x,
                             about.isEmpty() ? Words::tr("believes, %1 disagrees").arg(store)
                                             : Words::tr("believes in %1, %2 disagrees").arg(about.join(u", "_s), store),
                             Ink::Danger});
        bars.add(bar, [&who = page.lanes.workers[worker], &belief, denied, store, axis] {
            const auto text = denied          ? Words::tr("%1 believes that it holds the lock. %2 has no lock of its making.")
                              : belief.agrees ? Words::tr("%1 believes that it holds the lock, and %2 has it.")
                                              : Words::tr("%1 believes that it holds the lock. Nobody looked into %2.");
            return text.arg(shownText(who.worker, 24), store) + u' ' + rangeText(axis, belief.begin, belief.end);
        });
    }
}

void paintCommands(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, const WorkerLane &worker, double top)
{
    const auto &heights = page.heights;
    const auto bar = top + heights.label + heights.belief, below = bar + heights.bar;
    LabelRow labels(axis.left(), axis.right());
    double last = -10, lastThatMatters = -10;
    auto next = std::ranges::lower_bound(worker.commands, axis.begin(), {}, &LaneCommand::at);
    for (; next != worker.commands.end() && next->at <= axis.end(); ++next) {
        const auto x = axis.xOf(next->at);
        const bool matters = next->changes || page.isMarked(next->number);
        if (x - (matters ? lastThatMatters : last) < (matters ? 0.75 : 1.5))
            continue;
        last = x;
        if (matters)
            lastThatMatters = x;
        canvas.line(x, bar - (matters ? heights.belief : 1), x, below + (matters ? 3 : 1), matters ? Ink::Text : Ink::Faint);
        canvas.spot({x - 2, bar - heights.belief, 4, below - bar + heights.belief + 3, next->number, {}});
        if (!matters || labels.isTaken(x + 2))
            continue;
        auto name = shownText(next->name, 24);
        if (next->token)
            name += u" → "_s + Words::tr("fencing token %1").arg(*next->token);
        if (const auto at = labels.take(x + 2, canvas.widthOf(name, 10, true)))
            canvas.label({*at, top + heights.label - 2, name, Ink::Text, Label::Anchor::Start, 10, false, true, x});
    }
}

} // namespace

QString stateText(WorkerSpan::State state)
{
    switch (state) {
    case WorkerSpan::State::Waiting: return Words::tr("waits");
    case WorkerSpan::State::Holding: return Words::tr("believes that it holds the lock");
    case WorkerSpan::State::Working: return Words::tr("is in the critical section");
    case WorkerSpan::State::Paused: return Words::tr("paused");
    case WorkerSpan::State::Stalled: return Words::tr("stalled");
    case WorkerSpan::State::Dead: return Words::tr("dead");
    }
    return {};
}

void paintWorker(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t worker, double top)
{
    const auto &lane = page.lanes.workers[worker];
    const auto &heights = page.heights;
    const auto bar = top + heights.label + heights.belief, below = bar + heights.bar;
    std::vector<LaneNote> notes;
    paintSpans(canvas, axis, lane, ownerInk(worker), bar, heights.bar, notes);
    paintBeliefs(canvas, axis, page, worker, top + heights.label, notes);
    paintCommands(canvas, axis, page, lane, top);
    paintFaults(canvas, axis, page, LanePlace::Worker, worker, bar - 2, below + 3, notes);
    paintNotes(canvas, axis, std::move(notes), below + 10);
}

// The full height is the most workers that are ever busy at the same time. Each pixel shows the moment when most of them work.
void paintGroup(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, const WorkerGroup &group, double top)
{
    using State = WorkerSpan::State;
    struct KeySnapshot
    {
        State state;
        Ink ink;
        double opacity;
    };
    constexpr std::array looks = {KeySnapshot{State::Working, Ink::Text, 0.85},      KeySnapshot{State::Holding, Ink::Text, 0.4},
                                  KeySnapshot{State::Waiting, Ink::Secondary, 0.25}, KeySnapshot{State::Paused, Ink::Warning, 0.5},
                                  KeySnapshot{State::Stalled, Ink::Warning, 0.5},    KeySnapshot{State::Dead, Ink::Danger, 0.5}};
    constexpr double column = 2;
    const double room = page.heights.belief + page.heights.bar, bottom = top + page.heights.label + room;
    const double unit = room / std::max(group.most, 4);
    const auto perColumn = (axis.end() - axis.begin()) * column / (axis.right() - axis.left());
    auto next = std::ranges::upper_bound(group.counts, axis.begin(), {}, &GroupCount::at);
    const auto columns = static_cast<int>(std::ceil((axis.right() - axis.left()) / column));
    for (int i = 0; i < columns; ++i) {
        const double x = axis.left() + i * column;
        const auto until = axis.begin() + std::chrono::duration_cast<Microseconds>(perColumn * ((x - axis.left()) / column + 1));
        const GroupCount *busiest = next == group.counts.begin() ? nullptr : &*std::prev(next);
        for (; next != group.counts.end() && next->at <= until; ++next) {
            if (!busiest || next->in(State::Working) > busiest->in(State::Working))
                busiest = &*next;
        }
        double y = bottom;
        for (const auto &look : looks) {
            const double height = busiest ? unit * busiest->in(look.state) : 0;
            if (height > 0)
                canvas.bar({x, y - height, column, height, look.ink, look.opacity});
            y -= height;
        }
    }
    canvas.line(axis.left(), bottom, axis.right(), bottom, Ink::Hairline);
}

} // namespace lockscope
