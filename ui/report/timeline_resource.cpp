// SPDX-License-Identifier: MIT
// The resource's lane: which workers are inside, and what they write.
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

void paintInside(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double bars)
{
    std::vector<std::unique_ptr<BarRow>> rows(page.lanes.resources[index].rows);
    for (const auto &span : page.insideIn(index, axis.begin(), axis.end())) {
        if (!axis.overlaps(span.begin, span.end))
            continue;
        auto &row = rows[span.row];
        if (!row)
            row = std::make_unique<BarRow>(canvas);
        Bar bar{axis.clampedXOf(span.begin), bars + static_cast<double>(span.row) * (page.heights.inside + 1), 0, page.heights.inside};
        bar.width = axis.clampedXOf(span.end) - bar.x;
        bar.ink = page.inkOf(span.who);
        row->add(std::move(bar), [&span, axis] {
            return Words::tr("%1 is inside, %2").arg(shownText(toString(span.who), 40), rangeText(axis, span.begin, span.end));
        });
    }
}

QString writeText(const TimelinePage &page, const ResourceWrite &write)
{
    if (!write.refused)
        return write.version ? Words::tr("writes v%1").arg(*write.version) : Words::tr("writes");
    const auto *const mark = page.protection(write.number);
    return u"✓ "_s + (mark ? shownText(mark->text, 60) : Words::tr("refused"));
}

/// A write, and where it is painted.
struct PaintedWrite
{
    double x = 0;
    const ResourceWrite *write = nullptr;
};

// If there is not enough space, what was refused has priority over what was written.
void nameWrites(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, const std::vector<PaintedWrite> &writes, double y)
{
    std::vector<std::pair<double, double>> taken;
    for (const bool refused : {true, false}) {
        LabelRow labels(axis.left(), axis.right());
        for (const auto &[x, write] : writes) {
            if (write->refused != refused || labels.isTaken(x + 2))
                continue;
            const auto text = writeText(page, *write);
            const auto width = canvas.widthOf(text, 10, false, refused);
            const auto at = labels.take(x + 2, width);
            const auto covers = [&](const auto &other) { return *at < other.second + 6 && other.first < *at + width + 6; };
            if (!at || (!refused && std::ranges::any_of(taken, covers)))
                continue;
            if (refused)
                taken.emplace_back(*at, *at + width);
            canvas.label({*at, y, text, refused ? Ink::Good : Ink::Text, Label::Anchor::Start, 10, refused, false, x});
        }
    }
}

} // namespace

void paintResource(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double top)
{
    const auto &resource = page.lanes.resources[index];
    const auto bars = top + page.heights.write, below = bars + page.heights.barsOf(resource);
    paintInside(canvas, axis, page, index, bars);
    std::vector<PaintedWrite> writes;
    double last = -10;
    bool wasRefused = false;
    auto write = std::ranges::lower_bound(resource.writes, axis.begin(), {}, &ResourceWrite::at);
    for (; write != resource.writes.end() && write->at <= axis.end(); ++write) {
        const auto x = axis.xOf(write->at);
        if (x - last < 1 && (wasRefused || !write->refused))
            continue;
        last = x;
        wasRefused = write->refused;
        canvas.line(x, bars - 3, x, below + 1, write->refused ? Ink::Good : Ink::Text);
        canvas.spot({x - 2, bars - 3, 4, below - bars + 4, write->number, {}});
        writes.push_back({x, &*write});
    }
    nameWrites(canvas, axis, page, writes, bars - 3);
}

} // namespace lockscope
