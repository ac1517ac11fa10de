// SPDX-License-Identifier: MIT
#include "ui/report/timeline_parts.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// The last two causes before this stretch of time, as far as they fit: `◂ 410 ms earlier: #62 A's GET finds its own lock, #63 …`.
QString earlierText(const Canvas &canvas, const TimeAxis &axis, std::span<const LaneMark *const> causes)
{
    causes = causes.last(std::min<std::size_t>(causes.size(), 2));
    const auto text = [&](std::span<const LaneMark *const> some) {
        QStringList parts;
        for (const auto *const cause : some)
            parts << u"#%1 "_s.arg(cause->number) + shownText(cause->text, 40);
        return u"◂ "_s + Words::tr("%1 earlier: %2").arg(shortTime(axis.begin() - some.front()->at), parts.join(u", "_s));
    };
    const auto all = text(causes);
    return canvas.widthOf(all, 10) <= axis.right() - axis.left() ? all : text(causes.first(1));
}

} // namespace

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
    if (const auto before = page.causesBefore(axis.begin(), place, lane); !before.empty())
        notes.push_back({axis.left(), earlierText(canvas, axis, before), Ink::Warning});
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

Ink inkOf(const LaneMark &mark)
{
    switch (mark.kind) {
    case Decisive::Protection: return Ink::Good;
    case Decisive::Cause: return Ink::Text;
    case Decisive::Finding: break;
    }
    return mark.outcome == Outcome::Violated ? Ink::Danger : mark.outcome == Outcome::Outlived ? Ink::Warning : Ink::Secondary;
}

Ink gravestInk(std::span<const LaneMark *const> marks)
{
    const auto inks = {Ink::Danger, Ink::Warning, Ink::Good, Ink::Secondary};
    const auto found = std::ranges::find_if(
        inks, [&](Ink ink) { return std::ranges::any_of(marks, [=](const LaneMark *mark) { return inkOf(*mark) == ink; }); });
    return found == inks.end() ? Ink::Text : *found;
}

QString rangeText(const TimeAxis &axis, Microseconds begin, Microseconds end) { return axis.labelOf(begin) + u" – "_s + axis.labelOf(end); }

} // namespace lockscope
