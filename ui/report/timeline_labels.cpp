// SPDX-License-Identifier: MIT
#include "ui/report/timeline_parts.h"

#include "ui/words/shown_text.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

std::optional<double> LabelRow::take(double x, double width)
{
    constexpr double besideLine = 12, between = 6;
    const auto last = m_right - width;
    auto at = x;
    if (x > last) // place it left of `x`, so that no line crosses the text
        at = std::min(x - width - besideLine, last);
    if (x > last && at < m_taken)
        at = last;
    if (at < m_taken)
        return std::nullopt;
    m_taken = at + width + between;
    return at;
}

void paintFaults(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, LanePlace place, std::size_t lane, double top,
                 double bottom, std::vector<LaneNote> &notes)
{
    double last = -10;
    for (const auto *const fault : page.faults(place, lane)) {
        const auto x = axis.xOf(fault->at);
        if (!axis.shows(fault->at) || x - last < 1.5)
            continue;
        last = x;
        canvas.line(x, top, x, bottom, Ink::Warning, 2);
        const auto text = shownText(fault->text, 40);
        canvas.spot({x - 2, top, 4, bottom - top, fault->number, text});
        notes.push_back({x + 3, text, Ink::Warning});
    }
}

void paintNotes(Canvas &canvas, const TimeAxis &axis, std::vector<LaneNote> notes, double y)
{
    std::ranges::stable_sort(notes, {}, &LaneNote::x);
    LabelRow labels(axis.left(), axis.right() + 8);
    for (const auto &note : notes) {
        if (const auto at = labels.take(note.x, canvas.widthOf(note.text, 10)))
            canvas.label({*at, y, note.text, note.ink, Label::Anchor::Start, 10, false, false, note.x});
    }
}

Ink inkOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Violated: return Ink::Danger;
    case Outcome::Outlived: return Ink::Warning;
    case Outcome::Held: return Ink::Good;
    default: return Ink::Secondary;
    }
}

QString rangeText(const TimeAxis &axis, Microseconds begin, Microseconds end) { return axis.labelOf(begin) + u" – "_s + axis.labelOf(end); }

} // namespace lockscope
