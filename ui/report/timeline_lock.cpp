// SPDX-License-Identifier: MIT
// The lock's lane: who holds it according to Redis, how much of the lease is left, and what ended each holding.
#include "ui/report/bar_row.h"
#include "ui/report/timeline_parts.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LockWords
{
    Q_DECLARE_TR_FUNCTIONS(LockWords)
};

QString endText(const LockSpan &span)
{
    using enum LockSpan::End;
    switch (span.how) {
    case Removed:
        if (span.by && span.owner)
            return LockWords::tr("%1 removes %2’s lock").arg(shownText(toString(*span.by), 24), shownText(toString(*span.owner), 24));
        return span.by ? LockWords::tr("removed by %1").arg(shownText(toString(*span.by), 24)) : LockWords::tr("removed by another");
    case Expired: return LockWords::tr("lease ran out");
    case Operator: return LockWords::tr("freed by an operator");
    case Server: return LockWords::tr("lost by the server");
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

bool isNamed(LockSpan::End how)
{
    using enum LockSpan::End;
    return how != None && how != Released && how != Unknown;
}

/// The remaining lease as a line that falls, and jumps up at each renewal.
class LeaseLine final
{
public:
    LeaseLine(const TimeAxis &axis, double top, Milliseconds longest)
        : m_axis(axis)
        , m_top(top)
        , m_longest(longest)
    { }

    void paint(Canvas &canvas, const LockSpan &span)
    {
        m_points.clear();
        double lastX = -10;
        const auto after = std::ranges::upper_bound(span.lease, m_axis.begin(), {}, &LeasePoint::at) - span.lease.begin();
        for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - 1, 0)); i < span.lease.size(); ++i) {
            const bool isLast = i + 1 == span.lease.size();
            const auto until = isLast ? span.end : span.lease[i + 1].at;
            const auto x = m_axis.clampedXOf(until);
            if (span.lease[i].at > m_axis.end())
                break;
            if (!m_axis.overlaps(span.lease[i].at, until) || (!isLast && x - lastX < 0.5))
                continue;
            lastX = x;
            addPiece(span.lease[i], std::max(span.lease[i].at, m_axis.begin()), std::min(until, m_axis.end()));
        }
        if (!m_points.empty())
            canvas.poly(m_points, Ink::Secondary);
    }

private:
    void addPiece(const LeasePoint &point, Microseconds from, Microseconds to)
    {
        for (const auto at : {from, to}) {
            const auto left = point.left ? Microseconds(*point.left) - (at - point.at) : Microseconds(m_longest);
            const auto share =
                std::clamp(static_cast<double>(left.count()) / static_cast<double>(Microseconds(m_longest).count()), 0.0, 1.0);
            m_points.push_back({m_axis.xOf(at), m_top + (1 - share) * (lane::lease - 6)});
        }
    }

    const TimeAxis &m_axis;
    double m_top;
    Milliseconds m_longest;
    std::vector<CanvasPoint> m_points;
};

double barsHeight(const LockLane &lock) { return static_cast<double>(lock.rows) * (lane::holding + 1); }

void paintHoldings(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double bars)
{
    const auto &lock = page.lanes.locks[index];
    LeaseLine leaseLine(axis, bars + barsHeight(lock) + 3, page.longestLease(index));
    std::vector<std::unique_ptr<BarRow>> rows(lock.rows);
    double lastLease = -10;
    for (const auto &span : page.locksIn(index, axis.begin(), axis.end())) {
        if (!axis.overlaps(span.begin, span.end))
            continue;
        auto &row = rows[span.row];
        if (!row)
            row = std::make_unique<BarRow>(canvas);
        Bar bar{axis.clampedXOf(span.begin), bars + static_cast<double>(span.row) * (lane::holding + 1), 0, lane::holding};
        bar.width = axis.clampedXOf(span.end) - bar.x;
        bar.ink = span.owner ? page.inkOf(*span.owner) : Ink::Faint;
        const auto right = bar.x + bar.width;
        row->add(std::move(bar), [&span, axis] {
            const auto owner = span.owner ? shownText(toString(*span.owner), 40) : LockWords::tr("not a worker");
            return LockWords::tr("In Redis: %1").arg(owner) + u", "_s + rangeText(axis, span.begin, span.end);
        });
        if (right - lastLease > 1) {
            leaseLine.paint(canvas, span);
            lastLease = right;
        }
    }
}

/// How a holding ended, and where.
struct Ending
{
    double x = 0;
    QString text;
    Ink ink = Ink::Text;
    bool isQuiet = false; ///< a normal end, by the lease
};

// If there is not enough space, a removed lock has priority over an expired lease.
void nameEnds(Canvas &canvas, const TimeAxis &axis, const std::vector<Ending> &ends, double y)
{
    std::vector<std::pair<double, double>> loud;
    for (const bool isQuiet : {false, true}) {
        LabelRow labels(axis.left(), axis.right());
        for (const auto &end : ends) {
            if (end.isQuiet != isQuiet || labels.isTaken(end.x + 3))
                continue;
            const auto width = canvas.widthOf(end.text, 10, false, !isQuiet);
            const auto at = labels.take(end.x + 3, width);
            const auto covers = [&](const auto &other) { return *at < other.second + 6 && other.first < *at + width + 6; };
            if (!at || (isQuiet && std::ranges::any_of(loud, covers)))
                continue;
            if (!isQuiet)
                loud.emplace_back(*at, *at + width);
            canvas.label({*at, y, end.text, end.ink, Label::Anchor::Start, 10, !isQuiet, false, end.x});
        }
    }
}

void paintEnds(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double bars)
{
    const auto &lock = page.lanes.locks[index];
    std::vector<Ending> ends;
    double last = -10;
    for (const auto &span : page.locksIn(index, axis.begin(), axis.end())) {
        const auto x = axis.xOf(span.end);
        if (!isNamed(span.how) || !axis.shows(span.end) || x - last < 1)
            continue;
        last = x;
        const bool isQuiet = span.how == LockSpan::End::Expired;
        canvas.line(x, bars - 3, x, bars + barsHeight(lock) + 2, endInk(span.how), isQuiet ? 1 : 2);
        ends.push_back({x, endText(span), endInk(span.how), isQuiet});
        canvas.spot({x - 2, bars - 3, 4, barsHeight(lock) + 5, span.ended, ends.back().text});
    }
    nameEnds(canvas, axis, ends, bars - 3);
}

} // namespace

double heightOf(const LockLane &lock) { return lane::label + barsHeight(lock) + lane::lease + lane::gap; }

void paintLock(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double top)
{
    const auto bottom = top + heightOf(page.lanes.locks[index]) - lane::gap;
    paintHoldings(canvas, axis, page, index, top + lane::label);
    paintEnds(canvas, axis, page, index, top + lane::label);
    std::vector<LaneNote> notes;
    paintFaults(canvas, axis, page, LanePlace::Lock, index, top + lane::label - 2, bottom, notes);
    paintNotes(canvas, axis, std::move(notes), bottom + 9);
}

} // namespace lockscope
