// SPDX-License-Identifier: MIT
#include "ui/report/timeline_parts.h"

#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LaneWords
{
    Q_DECLARE_TR_FUNCTIONS(LaneWords)
};

/// Bars of one lane from left to right. What is narrower than a pixel is drawn together with its neighbours of the same look, and left
/// out where a pixel has something else already: a long run stays as small as its picture.
class BarRow final
{
public:
    explicit BarRow(SvgWriter &svg)
        : m_svg(svg)
    { }
    ~BarRow() { flush(); }
    BarRow(const BarRow &) = delete;
    BarRow &operator=(const BarRow &) = delete;

    void add(Bar bar)
    {
        const bool joins = m_last && m_last->ink == bar.ink && m_last->opacity == bar.opacity && m_last->height == bar.height
                           && m_last->y == bar.y && m_last->outline == bar.outline && std::min(bar.width, m_last->width) < 1
                           && bar.x - (m_last->x + m_last->width) < 0.5;
        if (joins) {
            m_last->width = std::max(bar.x + bar.width - m_last->x, 1.0);
            return;
        }
        const bool isCovered = m_last && bar.width < 1 && bar.x < m_last->x + m_last->width && m_last->y == bar.y;
        if (isCovered)
            return;
        flush();
        bar.width = std::max(bar.width, 1.0);
        m_last = std::move(bar);
    }

private:
    void flush()
    {
        if (m_last)
            m_svg.bar(*m_last);
        m_last.reset();
    }

    SvgWriter &m_svg;
    std::optional<Bar> m_last;
};

QString rangeText(const TimeAxis &axis, Microseconds begin, Microseconds end) { return axis.labelOf(begin) + u" – "_s + axis.labelOf(end); }

QString stateText(WorkerSpan::State state)
{
    switch (state) {
    case WorkerSpan::State::Waiting: return LaneWords::tr("waits");
    case WorkerSpan::State::Holding: return LaneWords::tr("believes that it holds the lock");
    case WorkerSpan::State::Working: return LaneWords::tr("is in the critical section");
    case WorkerSpan::State::Paused: return LaneWords::tr("paused");
    case WorkerSpan::State::Stalled: return LaneWords::tr("stalled");
    case WorkerSpan::State::Dead: return LaneWords::tr("dead");
    }
    return {};
}

Bar barOf(const TimeAxis &axis, const WorkerSpan &span, Ink ink, double top)
{
    Bar bar{axis.clampedXOf(span.begin), top, 0, lane::bar, ink};
    bar.width = axis.clampedXOf(span.end) - bar.x;
    bar.title = stateText(span.state) + u", "_s + rangeText(axis, span.begin, span.end);
    switch (span.state) {
    case WorkerSpan::State::Waiting:
    case WorkerSpan::State::Dead:
        bar.y = top + lane::bar / 2 - 1;
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

void paintCommands(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const WorkerLane &worker, double top)
{
    LabelRow labels(axis.left(), axis.right());
    double last = -10;
    for (const auto &command : worker.commands) {
        if (!axis.shows(command.at))
            continue;
        const auto x = axis.xOf(command.at);
        const bool matters = command.changes || page.marked.contains(command.number);
        if (!matters && x - last < 1.5)
            continue;
        last = x;
        svg.line(x, top - (matters ? 3 : 1), x, top + lane::bar + (matters ? 3 : 1), matters ? Ink::Text : Ink::Faint);
        const auto name = shownText(command.name, 24);
        if (const auto at = matters ? labels.take(x + 2, SvgWriter::widthOf(name, 10, true)) : std::nullopt)
            svg.label({*at, top - 3, name, Ink::Text, Label::Anchor::Start, 10, false, true});
    }
}

} // namespace

void paintWorker(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const WorkerLane &worker, Ink ink, double top)
{
    const auto barTop = top + lane::label;
    {
        BarRow bars(svg);
        for (const auto &span : worker.spans) {
            if (axis.overlaps(span.begin, span.end))
                bars.add(barOf(axis, span, ink, barTop));
        }
    }
    for (const auto &span : worker.spans) {
        const auto x = axis.clampedXOf(span.begin);
        const auto width = axis.clampedXOf(span.end) - x;
        const bool suffers = span.state == WorkerSpan::State::Paused || span.state == WorkerSpan::State::Stalled;
        if (suffers && width > 52)
            svg.label({x + 6, barTop + 11, stateText(span.state), Ink::Text, Label::Anchor::Start, 10});
        if (span.state != WorkerSpan::State::Dead || !axis.shows(span.begin))
            continue;
        svg.cross(x, barTop + lane::bar / 2, 4, Ink::Danger);
        if (x + 40 < axis.right())
            svg.label({x - 4, barTop + lane::bar + 9, stateText(span.state), Ink::Danger, Label::Anchor::Start, 10});
    }
    paintCommands(svg, axis, page, worker, barTop);
}

void paintFaults(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, LanePlace place, std::size_t lane, double top,
                 double bottom, double y)
{
    LabelRow labels(axis.left(), axis.right() + 8);
    double last = -10;
    for (const auto &fault : page.lanes.faults) {
        if (fault.place != place || fault.lane != lane || !axis.shows(fault.at))
            continue;
        const auto x = axis.xOf(fault.at);
        if (x - last < 1.5)
            continue;
        last = x;
        svg.line(x, top, x, bottom, Ink::Warning, 2);
        const auto text = shownText(fault.text, 40);
        if (const auto at = labels.take(x + 3, SvgWriter::widthOf(text, 10)))
            svg.label({*at, y, text, Ink::Warning, Label::Anchor::Start, 10});
    }
}

// ---- the lock

namespace {

QString endText(const LockSpan &span)
{
    using enum LockSpan::End;
    switch (span.how) {
    case Removed:
        return span.by ? LaneWords::tr("removed by %1").arg(shownText(toString(*span.by), 24)) : LaneWords::tr("removed by another");
    case Expired: return LaneWords::tr("lease ran out");
    case Operator: return LaneWords::tr("freed by an operator");
    case Server: return LaneWords::tr("lost by the server");
    case None:
    case Released:
    case Unknown: break;
    }
    return {};
}

Ink endInk(LockSpan::End how)
{
    using enum LockSpan::End;
    return how == Removed || how == Operator || how == Server ? Ink::Danger : Ink::Secondary;
}

Milliseconds longestLease(const LockLane &lane)
{
    Milliseconds longest{1};
    for (const auto &span : lane.spans) {
        for (const auto &point : span.lease)
            longest = std::max(longest, point.left.value_or(Milliseconds(0)));
    }
    return longest;
}

/// How much of the lease was left, as a line that falls and jumps up at each renewal.
class LeaseLine final
{
public:
    LeaseLine(const TimeAxis &axis, double top, Milliseconds longest)
        : m_axis(axis)
        , m_top(top)
        , m_longest(longest)
    { }

    void paint(SvgWriter &svg, const LockSpan &span)
    {
        m_points.clear();
        double lastX = -10;
        for (std::size_t i = 0; i < span.lease.size(); ++i) {
            const bool isLast = i + 1 == span.lease.size();
            const auto until = isLast ? span.end : span.lease[i + 1].at;
            const auto x = m_axis.clampedXOf(until);
            if (!m_axis.overlaps(span.lease[i].at, until) || (!isLast && x - lastX < 0.5))
                continue;
            lastX = x;
            addPiece(span.lease[i], std::max(span.lease[i].at, m_axis.begin()), std::min(until, m_axis.end()));
        }
        if (!m_points.isEmpty())
            svg.poly(m_points.trimmed(), Ink::Secondary);
    }

private:
    void addPiece(const LeasePoint &point, Microseconds from, Microseconds to)
    {
        for (const auto at : {from, to}) {
            const auto left = point.left ? Microseconds(*point.left) - (at - point.at) : Microseconds(m_longest);
            const auto share =
                std::clamp(static_cast<double>(left.count()) / static_cast<double>(Microseconds(m_longest).count()), 0.0, 1.0);
            m_points += SvgWriter::number(m_axis.xOf(at)) + u',' + SvgWriter::number(m_top + (1 - share) * (lane::lease - 6)) + u' ';
        }
    }

    const TimeAxis &m_axis;
    double m_top;
    Milliseconds m_longest;
    QString m_points;
};

} // namespace

double heightOf(const LockLane &lock)
{
    return lane::label + static_cast<double>(lock.rows) * (lane::holding + 1) + lane::lease + lane::gap;
}

void paintLock(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const LockLane &lock, double top)
{
    const auto bars = top + lane::label;
    const auto lease = bars + static_cast<double>(lock.rows) * (lane::holding + 1) + 3;
    LabelRow labels(axis.left(), axis.right());
    LeaseLine leaseLine(axis, lease, longestLease(lock));
    std::vector<std::unique_ptr<BarRow>> rows(lock.rows);
    double lastLease = -10;
    double lastEnd = -10;
    for (const auto &span : lock.spans) {
        if (!axis.overlaps(span.begin, span.end))
            continue;
        auto &row = rows[span.row];
        if (!row)
            row = std::make_unique<BarRow>(svg);
        Bar bar{axis.clampedXOf(span.begin), bars + static_cast<double>(span.row) * (lane::holding + 1), 0, lane::holding};
        bar.width = axis.clampedXOf(span.end) - bar.x;
        bar.ink = span.owner ? page.inkOf(*span.owner) : Ink::Faint;
        bar.title = (span.owner ? shownText(toString(*span.owner), 40) + u", "_s : QString()) + rangeText(axis, span.begin, span.end);
        const auto right = bar.x + bar.width;
        row->add(std::move(bar));
        if (right - lastLease > 1) {
            leaseLine.paint(svg, span);
            lastLease = right;
        }
        const auto text = endText(span);
        const auto x = axis.xOf(span.end);
        if (text.isEmpty() || !axis.shows(span.end) || x - lastEnd < 1)
            continue;
        lastEnd = x;
        svg.line(x, bars - 3, x, bars + static_cast<double>(lock.rows) * (lane::holding + 1) + 2, endInk(span.how),
                 span.how == LockSpan::End::Expired ? 1 : 2);
        if (const auto at = labels.take(x + 3, SvgWriter::widthOf(text, 10)))
            svg.label({*at, bars - 3, text, endInk(span.how), Label::Anchor::Start, 10, span.how != LockSpan::End::Expired});
    }
}

// ---- the resource

double heightOf(const ResourceLane &resource) { return lane::write + static_cast<double>(resource.rows) * (lane::inside + 1) + lane::gap; }

void paintResource(SvgWriter &svg, const TimeAxis &axis, const TimelinePage &page, const ResourceLane &resource, double top)
{
    const auto bars = top + lane::write;
    std::vector<std::unique_ptr<BarRow>> rows(resource.rows);
    for (const auto &span : resource.spans) {
        if (!axis.overlaps(span.begin, span.end))
            continue;
        auto &row = rows[span.row];
        if (!row)
            row = std::make_unique<BarRow>(svg);
        Bar bar{axis.clampedXOf(span.begin), bars + static_cast<double>(span.row) * (lane::inside + 1), 0, lane::inside};
        bar.width = axis.clampedXOf(span.end) - bar.x;
        bar.ink = page.inkOf(span.who);
        bar.title = LaneWords::tr("%1 is inside, %2").arg(shownText(toString(span.who), 40), rangeText(axis, span.begin, span.end));
        row->add(std::move(bar));
    }
    rows.clear();
    LabelRow labels(axis.left(), axis.right());
    double last = -10;
    for (const auto &write : resource.writes) {
        const auto x = axis.xOf(write.at);
        if (!axis.shows(write.at) || x - last < 1)
            continue;
        last = x;
        const auto ink = write.refused ? Ink::Warning : Ink::Text;
        svg.line(x, bars - 3, x, bars + static_cast<double>(resource.rows) * (lane::inside + 1) + 1, ink);
        const auto text = write.refused   ? LaneWords::tr("write refused")
                          : write.version ? LaneWords::tr("writes v%1").arg(*write.version)
                                          : LaneWords::tr("writes");
        if (const auto at = labels.take(x + 2, SvgWriter::widthOf(text, 10)))
            svg.label({*at, bars - 3, text, ink, Label::Anchor::Start, 10});
    }
}

} // namespace lockscope
