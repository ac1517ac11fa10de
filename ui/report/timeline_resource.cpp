// SPDX-License-Identifier: MIT
// The resource's lane: which workers are inside, and what they write.
#include "ui/report/bar_row.h"
#include "ui/report/timeline_parts.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

namespace lockscope {

using namespace lockcore;

namespace {

struct ResourceWords
{
    Q_DECLARE_TR_FUNCTIONS(ResourceWords)
};

double barsHeight(const ResourceLane &resource) { return static_cast<double>(resource.rows) * (lane::inside + 1); }

void paintInside(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double bars)
{
    std::vector<std::unique_ptr<BarRow>> rows(page.lanes.resources[index].rows);
    for (const auto &span : page.insideIn(index, axis.begin(), axis.end())) {
        if (!axis.overlaps(span.begin, span.end))
            continue;
        auto &row = rows[span.row];
        if (!row)
            row = std::make_unique<BarRow>(canvas);
        Bar bar{axis.clampedXOf(span.begin), bars + static_cast<double>(span.row) * (lane::inside + 1), 0, lane::inside};
        bar.width = axis.clampedXOf(span.end) - bar.x;
        bar.ink = page.inkOf(span.who);
        row->add(std::move(bar), [&span, axis] {
            return ResourceWords::tr("%1 is inside, %2").arg(shownText(toString(span.who), 40), rangeText(axis, span.begin, span.end));
        });
    }
}

QString writeText(const ResourceWrite &write)
{
    return write.refused   ? ResourceWords::tr("write refused")
           : write.version ? ResourceWords::tr("writes v%1").arg(*write.version)
                           : ResourceWords::tr("writes");
}

} // namespace

double heightOf(const ResourceLane &resource) { return lane::write + barsHeight(resource) + lane::gap; }

void paintResource(Canvas &canvas, const TimeAxis &axis, const TimelinePage &page, std::size_t index, double top)
{
    const auto &resource = page.lanes.resources[index];
    const auto bars = top + lane::write;
    paintInside(canvas, axis, page, index, bars);
    LabelRow labels(axis.left(), axis.right());
    double last = -10;
    auto write = std::ranges::lower_bound(resource.writes, axis.begin(), {}, &ResourceWrite::at);
    for (; write != resource.writes.end() && write->at <= axis.end(); ++write) {
        const auto x = axis.xOf(write->at);
        if (x - last < 1)
            continue;
        last = x;
        const auto ink = write->refused ? Ink::Warning : Ink::Text;
        canvas.line(x, bars - 3, x, bars + barsHeight(resource) + 1, ink);
        canvas.spot({x - 2, bars - 3, 4, barsHeight(resource) + 4, write->number, {}});
        if (labels.isTaken(x + 2))
            continue;
        const auto text = writeText(*write);
        if (const auto at = labels.take(x + 2, canvas.widthOf(text, 10)))
            canvas.label({*at, bars - 3, text, ink, Label::Anchor::Start, 10, false, false, x});
    }
}

} // namespace lockscope
