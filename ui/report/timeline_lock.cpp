// SPDX-License-Identifier: MIT
// The lock's lane: who holds it according to Redis, how much of the lease is left, and what ended each holding.
#include "ui/report/bar_row.h"
#include "ui/report/timeline_parts.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <memory>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString endText(const LockSpan &span)
{
    using enum LockSpan::End;
    switch (span.how) {
    case Removed:
        if (span.by && span.owner)
            return Words::tr("%1 removes %2’s lock").arg(shownText(toString(*span.by), 24), shownText(toString(*span.owner), 24));
        return span.by ? Words::tr("removed by %1").arg(shownText(toString(*span.by), 24)) : Words::tr("removed by another");
    case TakenOver: return Words::tr("%1 takes over").arg(span.by ? shownText(toString(*span.by), 24) : Words::tr("another"));
    case Expired: return Words::tr("lease ran out");
    case Operator: return Words::tr("freed by an operator");
    case Server: return Words::tr("lost by the server");
    case None:
    case Released:
    case Unknown: break;
    }
    return {};
}

bool isHarm(const LockSpan &span)
{
    using enum LockSpan::End;
    return span.wronged || span.how == Operator || span.how == Server;
}

bool isNamed(LockSpan::End how)
{
    using enum LockSpan::End;
    return how != None && how != Released && how != Unknown;
}

/// The remaining lease as a wedge that drains, and is full again at each renewal.
class LeaseWedge final
{
public:
    LeaseWedge(const TimeAxis &axis, double top, double height, Milliseconds longest)
        : m_axis(axis)
        , m_top(top)
        , m_height(height)
        , m_longest(std::max(longest, Milliseconds(1)))
    { }

    void paint(Canvas &canvas, const LockSpan &span, Ink ink)
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
        if (m_points.empty())
            return;
        canvas.poly(m_points, Ink::Secondary);
        if (m_points.back().x - m_points.front().x < 3) // nothing to be seen
            return;
        auto area = m_points;
        area.push_back({m_points.back().x, m_top + m_height});
        area.push_back({m_points.front().x, m_top + m_height});
        canvas.area(area, ink, 0.3);
    }

private:
    void addPiece(const LeasePoint &point, Microseconds from, Microseconds to)
    {
        for (const auto at : {from, to}) {
            const auto left = point.left ? Microseconds(*point.left) - (at - point.at) : Microseconds(m_longest);
            const auto share =
                std::clamp(static_cast<double>(left.count()) / static_cast<double>(Microseconds(m_longest).count()), 0.0, 1.0);
            m_points.push_back({m_axis.xOf(at), m_top + (1 - share) * m_height});
        }
    }

    const TimeAxis &m_axis;
    double m_top, m_height;
    Milliseconds m_longest;
    std::vector<CanvasPoint> m_points;
};

constexpr double tagHeight = 11;

// The fencing token of the holding, on its bar.
void paintToken(Canvas &canvas, const Bar &bar, std::int64_t token)
{
    auto text = Words::tr("fencing token %1").arg(token);
    auto width = canvas.widthOf(text, 9, false, true) + 6;
    if (bar.width < width + 4) {
        text = Words::tr("fencing %1").arg(token);
        width = canvas.widthOf(text, 9, false, true) + 6;
    }
    if (bar.width < width + 4)
        return;
    const auto top = bar.y + (bar.height - tagHeight) / 2;
    canvas.bar({bar.x + 2, top, width, tagHeight, Ink::Base, 1, 2});
    canvas.label({bar.x + 5, top + tagHeight - 2.5, text, Ink::Text, Label::Anchor::Start, 9, true});
}

// Whose session it is, and who is next in the queue: the longest text first. Empty: not of a session.
QStringList queueTexts(const LockSpan &span)
{
    constexpr std::size_t mostNames = 8;
    if (span.session.empty())
        return {};
    QStringList names;
    for (const auto &who : std::span(span.behind).first(std::min(span.behind.size(), mostNames)))
        names << shownText(toString(who), 24);
    if (span.behind.size() > mostNames)
        names << u"…"_s;
    const auto session = Words::tr("session %1").arg(shownText(span.session, 24));
    if (names.isEmpty())
        return {session};
    const auto next = Words::tr("next: %1").arg(names.join(u", "_s));
    return {session + u", "_s + next, next};
}

// Where others show what is left of the lease.
void paintQueue(Canvas &canvas, const LockSpan &span, const Bar &bar, double middle)
{
    constexpr double size = 10, margin = 4;
    for (const auto &text : queueTexts(span)) {
        if (canvas.widthOf(text, size, false, false) + 2 * margin > bar.width)
            continue;
        canvas.label({bar.x + margin, middle + size / 2 - 1, text, Ink::Text, Label::Anchor::Start, size});
        return;
    }
}

void paintHoldings(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double bars)
{
    const auto &lock = page.lanes.locks[index];
    const auto &heights = page.heights;
    const auto leases = bars + heights.barsOf(lock) + LaneHeights::leaseGap / 2, leaseHeight = heights.lease - LaneHeights::leaseGap;
    LeaseWedge lease(axis, leases, leaseHeight, page.longestLease(index));
    std::vector<std::pair<Bar, std::int64_t>> tokens;
    std::vector<std::unique_ptr<BarRow>> rows(lock.rows);
    double lastLease = -10;
    for (const auto &span : page.locksIn(index, axis.begin(), axis.end())) {
        if (!axis.overlaps(span.begin, span.end))
            continue;
        auto &row = rows[span.row];
        if (!row)
            row = std::make_unique<BarRow>(canvas);
        Bar bar{axis.clampedXOf(span.begin), bars + static_cast<double>(span.row) * (heights.holding + 1), 0, heights.holding};
        bar.width = axis.clampedXOf(span.end) - bar.x;
        bar.ink = span.owner ? page.inkOf(*span.owner) : Ink::Faint;
        const auto right = bar.x + bar.width;
        const auto held = bar;
        if (span.token && bar.width > tagHeight)
            tokens.emplace_back(bar, *span.token);
        row->add(std::move(bar), [&span, &page, axis] {
            const auto owner = span.owner ? shownText(toString(*span.owner), 40) : Words::tr("not a worker");
            return Words::tr("In %1: %2").arg(shownText(page.lanes.store, 20), owner) + u", "_s + rangeText(axis, span.begin, span.end)
                   + (span.session.empty() ? QString() : u", "_s + queueTexts(span).front());
        });
        if (right - lastLease > 1) {
            lease.paint(canvas, span, held.ink);
            paintQueue(canvas, span, held, leases + leaseHeight / 2);
            lastLease = right;
        }
    }
    rows.clear(); // paints the last bars
    for (const auto &[bar, token] : tokens)
        paintToken(canvas, bar, token);
}

/// How a holding ended, or what did not end it, and where.
struct Ending
{
    double x = 0;
    QString text;
    Ink ink = Ink::Text;
    bool isQuiet = false; ///< a normal end, such as that of the lease
    double besides = 3;   ///< px between `x` and the text
};

// If there is not enough space, a removed lock has priority over an expired lease.
void nameEnds(Canvas &canvas, const TimeAxis &axis, const std::vector<Ending> &ends, double y)
{
    std::vector<std::pair<double, double>> loud;
    for (const bool isQuiet : {false, true}) {
        LabelRow labels(axis.left(), axis.right());
        for (const auto &end : ends) {
            if (end.isQuiet != isQuiet || labels.isTaken(end.x + end.besides))
                continue;
            const auto width = canvas.widthOf(end.text, 10, false, !isQuiet);
            const auto at = labels.take(end.x + end.besides, width);
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
        const bool isQuiet = !isHarm(span);
        const auto ink = isQuiet ? Ink::Secondary : Ink::Danger;
        canvas.line(x, bars - 3, x, bars + page.heights.barsOf(lock) + 2, ink, isQuiet ? 1 : 2);
        ends.push_back({x, endText(span), ink, isQuiet, span.wronged ? 7.0 : 3.0}); // the arrow is there
        canvas.spot({x - 2, bars - 3, 4, page.heights.barsOf(lock) + 5, span.ended, ends.back().text});
    }
    for (const auto &mark : page.lanes.marks) {
        if (mark.kind == Decisive::Protection && mark.place == LanePlace::Lock && mark.lane == index && axis.shows(mark.at))
            ends.push_back({axis.xOf(mark.at), u"✓ "_s + shownText(mark.text, 60), Ink::Good, false, 9});
    }
    std::ranges::stable_sort(ends, {}, &Ending::x);
    nameEnds(canvas, axis, ends, bars - 3);
}

} // namespace

void paintLock(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double top)
{
    const auto &heights = page.heights;
    const auto bottom = top + heights.of(page.lanes.locks[index]) - heights.gap;
    paintHoldings(canvas, axis, page, index, top + heights.label);
    paintEnds(canvas, axis, page, index, top + heights.label);
    std::vector<LaneNote> notes;
    paintFaults(canvas, axis, page, LanePlace::Lock, index, top + heights.label - 2, bottom, notes);
    paintNotes(canvas, axis, std::move(notes), bottom + 9);
}

} // namespace lockscope
