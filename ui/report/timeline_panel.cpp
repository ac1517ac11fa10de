// SPDX-License-Identifier: MIT
#include "ui/report/timeline_panel.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

QString nameOfTheOnlyLock() { return Words::tr("lock on the server"); }

namespace {

constexpr double axisHeight = 20;
constexpr double pillHeight = 15;
constexpr double pillStep = pillHeight + 3;
constexpr double bandLabel = 14;
constexpr double nameX = 16; // to the right of the swatch
constexpr double memberIndent = 10;

std::size_t rowsOf(const std::vector<MarkPill> &pills)
{
    std::size_t rows = 0;
    for (const auto &pill : pills)
        rows = std::max(rows, pill.row + 1);
    return rows;
}

std::size_t bandRows(const Lanes &lanes)
{
    std::size_t bands = 0;
    for (const auto &resource : lanes.resources)
        bands += resource.bands.size();
    return std::min<std::size_t>(bands, 2);
}

// Cuts the name to the available width.
QString fitting(const Canvas &canvas, const std::string &name, std::size_t characters, double room)
{
    auto text = shownText(name, characters);
    while (characters > 4 && canvas.widthOf(text, 12, false, true) > room)
        text = shownText(name, --characters);
    return text;
}

// If there are several lanes, their names show only the differences.
QString lockName(const Canvas &canvas, const Lanes &lanes, const LockLane &lane, double room)
{
    const auto differs = [&](auto member) {
        return std::ranges::any_of(lanes.locks, [&](const LockLane &other) { return other.*member != lane.*member; });
    };
    const auto server = differs(&LockLane::server) ? Words::tr("on server %1").arg(lane.server + 1) : QString();
    if (!differs(&LockLane::lock))
        return server.isEmpty() ? nameOfTheOnlyLock() : server;
    const auto place = server.isEmpty() ? QString() : u' ' + server;
    const auto name = lane.lock.empty() ? std::string("?") : lane.lock;
    return fitting(canvas, name, 15, room - canvas.widthOf(place, 12)) + place;
}

QString resourceName(const Canvas &canvas, const Lanes &lanes, const ResourceLane &lane, double room)
{
    if (lanes.resources.size() < 2)
        return Words::tr("resource");
    const auto before = Words::tr("inside") + u' ';
    return before + fitting(canvas, lane.lock, 15, room - canvas.widthOf(before, 12));
}

QString bandText(const Lanes &lanes, std::size_t resource, const LaneBand &band)
{
    const auto first = shownText(toString(band.first), 16), second = shownText(toString(band.second), 16);
    return lanes.resources.size() < 2
               ? Words::tr("%1 and %2 inside at once").arg(first, second)
               : Words::tr("%1 and %2 inside %3 at once").arg(first, second, shownText(lanes.resources[resource].lock, 16));
}

} // namespace

TimelinePanel::TimelinePanel(Canvas &canvas, const TimelinePage &page, const TimeAxis &axis, double top, double scrolled)
    : m_canvas(canvas)
    , m_page(page)
    , m_axis(axis)
    , m_top(top)
    , m_rowOf(page.lanes.workers.size())
{
    const auto rows = page.keepsRows ? (page.lanes.marks.empty() ? 0 : page.markRows) : rowsOf(pills());
    m_lanesTop = top + axisHeight + static_cast<double>(rows) * pillStep;
    m_bodyTop = m_lanesTop - scrolled;
    m_lanesBottom = placeLanes(m_bodyTop);
    m_bottom = m_lanesBottom + static_cast<double>(bandRows(page.lanes)) * bandLabel;
}

double TimelinePanel::axisBottom() const { return m_top + axisHeight; }

// Computed on demand: only painting needs them.
const std::vector<MarkPill> &TimelinePanel::pills()
{
    if (!m_pills)
        m_pills = markPills(m_canvas, m_axis, m_page.lanes.marks, m_page.markRows);
    return *m_pills;
}

double TimelinePanel::placeLanes(double y)
{
    for (const auto &row : m_page.rows) {
        if (!row.group)
            m_rowOf[row.worker] = m_rows.size();
        else if (!row.open)
            std::ranges::for_each(row.group->workers, [&](std::size_t worker) { m_rowOf[worker] = m_rows.size(); });
        m_rows.push_back(y);
        y += m_page.heightOf(row) + (row.open ? 0 : m_page.heights.spread);
    }
    y += m_page.heights.gap / 2;
    for (const auto &lock : m_page.lanes.locks) {
        m_locks.push_back(y);
        y += m_page.heights.of(lock) + m_page.heights.spread;
    }
    for (const auto &resource : m_page.lanes.resources) {
        m_resources.push_back(y);
        y += m_page.heights.of(resource) + m_page.heights.spread;
    }
    return y;
}

void TimelinePanel::setSight(double top, double bottom)
{
    m_sightTop = top;
    m_sightBottom = bottom;
}

std::pair<double, double> TimelinePanel::wholeLanes(double top, double bottom) const
{
    std::vector<double> edges;
    for (const auto *const tops : {&m_rows, &m_locks, &m_resources})
        edges.insert(edges.end(), tops->begin(), tops->end());
    edges.insert(edges.end(), {m_lanesBottom, m_bottom});
    const auto first = std::ranges::lower_bound(edges, top);
    const auto last = std::ranges::upper_bound(edges, bottom);
    return last - first > 1 ? std::pair(*first, *std::prev(last)) : std::pair(top, bottom);
}

bool TimelinePanel::isInSight(std::size_t row) const
{
    return m_rows[row] + m_page.heightOf(m_page.rows[row]) >= m_sightTop && m_rows[row] <= m_sightBottom;
}

std::optional<std::size_t> TimelinePanel::rowOf(std::size_t worker) const
{
    return worker < m_rowOf.size() ? m_rowOf[worker] : std::nullopt;
}

void TimelinePanel::paint(const std::vector<TimelineStretch> &enlarged)
{
    paintAxis();
    paintGrid();
    paintContent(enlarged);
    paintNumbers();
}

void TimelinePanel::paintContent(const std::vector<TimelineStretch> &enlarged)
{
    paintStretches(enlarged);
    paintBands();
    paintLanes();
    paintLenses();
    paintRemovals();
    paintProtections();
    paintMarkLines();
}

void TimelinePanel::paintAxis()
{
    for (const auto tick : m_axis.ticks()) {
        const auto x = m_axis.xOf(tick);
        const auto text = m_axis.labelOf(tick);
        const bool atTheEnd = x + m_canvas.widthOf(text) / 2 > m_axis.right() + 8;
        m_canvas.label({x, m_top + 11, text, Ink::Secondary, atTheEnd ? Label::Anchor::End : Label::Anchor::Middle});
    }
}

void TimelinePanel::paintGrid()
{
    for (const auto tick : m_axis.ticks())
        m_canvas.line(m_axis.xOf(tick), m_top + axisHeight - 4, m_axis.xOf(tick), m_lanesBottom, Ink::Hairline);
    paintNames();
}

void TimelinePanel::paintStretches(const std::vector<TimelineStretch> &stretches)
{
    for (const auto &stretch : stretches) {
        Bar bar{m_axis.clampedXOf(stretch.begin),          m_bodyTop, 0, m_lanesBottom - m_bodyTop, Ink::Accent, 0.07, 2, false,
                [] {
                    return Words::tr("enlarged below"); }};
        bar.width = std::max(m_axis.clampedXOf(stretch.end) - bar.x, 5.0);
        m_canvas.bar(bar);
        const auto width = m_canvas.widthOf(stretch.name, 10);
        const bool toTheLeft = bar.x + bar.width + width + 4 > m_axis.right();
        m_canvas.label({toTheLeft ? bar.x - 4 : bar.x + bar.width + 4, m_lanesBottom - 2, stretch.name, Ink::Accent,
                        toTheLeft ? Label::Anchor::End : Label::Anchor::Start, 10});
    }
}

void TimelinePanel::paintBands()
{
    const double textEnd = m_axis.right() - 4; // the playhead is there after the end of the run
    std::vector<LabelRow> labels(bandRows(m_page.lanes), LabelRow(m_axis.left(), textEnd));
    double last = -10;
    for (std::size_t resource = 0; resource < m_page.lanes.resources.size(); ++resource) {
        for (const auto &band : m_page.bandsIn(resource, m_axis.begin(), m_axis.end())) {
            const auto x = m_axis.clampedXOf(band.begin);
            if (!m_axis.overlaps(band.begin, band.end) || x - last < 1)
                continue;
            last = x;
            const auto width = std::max(m_axis.clampedXOf(band.end) - x, 2.0);
            auto text = bandText(m_page.lanes, resource, band);
            m_canvas.bar({x, m_bodyTop, width, m_lanesBottom - m_bodyTop, Ink::Danger, 0.13, 0, false, [text] { return text; }});
            for (std::size_t row = 0; row < labels.size(); ++row) {
                const auto wide = m_canvas.widthOf(text, 11, false, true);
                if (const auto at = labels[row].take(std::min(x, textEnd - wide), wide)) {
                    const auto y = m_lanesBottom + 11 + static_cast<double>(row) * bandLabel;
                    m_canvas.label({*at, y, text, Ink::Danger, Label::Anchor::Start, 11, true, false, x});
                    break;
                }
            }
        }
    }
}

void TimelinePanel::paintLanes()
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto &row = m_page.rows[i];
        if (!isInSight(i))
            continue;
        if (!row.group)
            paintWorker(m_canvas, m_axis, m_page, row.worker, m_rows[i]);
        else if (!row.open)
            paintGroup(m_canvas, m_axis, m_page, *row.group, m_rows[i]);
    }
    for (std::size_t i = 0; i < m_locks.size(); ++i)
        paintLock(m_canvas, m_axis, m_page, i, m_locks[i]);
    for (std::size_t i = 0; i < m_resources.size(); ++i)
        paintResource(m_canvas, m_axis, m_page, i, m_resources[i]);
}

// A stay that is too short to be seen gets a magnified part in its worker's lane, unless there are many of them.
void TimelinePanel::paintLenses()
{
    constexpr std::size_t most = 12;
    std::vector<const ResourceSpan *> stays;
    for (std::size_t i = 0; i < m_resources.size(); ++i) {
        for (const auto &span : m_page.insideIn(i, m_axis.begin(), m_axis.end())) {
            if (isTooShort(m_axis, m_page, span) && stays.size() <= most)
                stays.push_back(&span);
        }
    }
    if (stays.size() > most)
        return;
    for (const auto *const span : stays) {
        const auto worker = m_page.workerOf(span->who);
        const auto row = worker ? rowOf(*worker) : std::nullopt;
        if (row && !m_page.rows[*row].group && isInSight(*row))
            paintLens(m_canvas, m_axis, m_page, *worker, *span, m_rows[*row]);
    }
}

// Draws an arrow from the worker whose command took another worker's lock away to that lock. A lawful takeover has none.
void TimelinePanel::paintRemovals()
{
    for (std::size_t i = 0; i < m_locks.size(); ++i) {
        double last = -10;
        for (const auto &span : m_page.locksIn(i, m_axis.begin(), m_axis.end())) {
            const auto worker = span.wronged && span.by ? m_page.workerOf(*span.by) : std::nullopt;
            const auto row = worker ? rowOf(*worker) : std::nullopt;
            const auto x = m_axis.xOf(span.end);
            if (!row || !m_axis.shows(span.end) || x - last < 3)
                continue;
            last = x;
            const auto to = topOfHolding(i, span.row) - 3;
            m_canvas.line(x, belowRow(*row), x, to, Ink::Danger, 2);
            m_canvas.head({CanvasPoint{x - 4, to - 6}, CanvasPoint{x, to}, CanvasPoint{x + 4, to - 6}}, Ink::Danger, 2);
        }
    }
}

// The counterpart of the arrow: a line from the worker that stops in front of what it did not harm.
void TimelinePanel::paintProtections()
{
    double last = -10;
    for (const auto &mark : m_page.lanes.marks) {
        const bool isShown = mark.kind == Decisive::Protection && mark.worker && m_axis.shows(mark.at);
        const auto row = isShown && mark.place != LanePlace::Worker ? rowOf(*mark.worker) : std::nullopt;
        const auto x = m_axis.xOf(mark.at);
        if (!row || x - last < 3)
            continue;
        last = x;
        const auto to = mark.place == LanePlace::Lock ? topOfHolding(mark.lane, 0) - 4 : m_resources[mark.lane] + m_page.heights.write - 4;
        m_canvas.line(x, belowRow(*row), x, to, Ink::Good, 2);
        m_canvas.head({CanvasPoint{x - 5, to}, CanvasPoint{x, to}, CanvasPoint{x + 5, to}}, Ink::Good, 3);
    }
}

void TimelinePanel::paintRowName(const LaneRow &row, double top)
{
    const auto &heights = m_page.heights;
    if (row.group) {
        const auto middle = row.open ? top + 12 : top + heights.label + heights.belief + heights.bar / 2 + 4;
        const std::array closed = {CanvasPoint{1, middle - 9}, CanvasPoint{6, middle - 4}, CanvasPoint{1, middle + 1}};
        const std::array open = {CanvasPoint{0, middle - 7}, CanvasPoint{5, middle - 2}, CanvasPoint{10, middle - 7}};
        m_canvas.poly(row.open ? open : closed, Ink::Secondary, 1.5);
        m_canvas.label({nameX, middle, row.group->name, Ink::Text, Label::Anchor::Start, 12, true});
        return;
    }
    const auto indent = row.inGroup ? memberIndent : 0;
    const auto middle = top + heights.label + heights.belief + heights.bar / 2;
    m_canvas.bar({indent, middle - 5, 10, 10, ownerInk(row.worker), 1, 2});
    const auto name = fitting(m_canvas, m_page.lanes.workers[row.worker].worker, 15, m_axis.left() - nameX - indent - 4);
    m_canvas.label({nameX + indent, middle + 4, name, Ink::Text, Label::Anchor::Start, 12, true});
}

void TimelinePanel::paintNames()
{
    const auto &heights = m_page.heights;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (isInSight(i))
            paintRowName(m_page.rows[i], m_rows[i]);
    }
    for (std::size_t i = 0; i < m_locks.size(); ++i) {
        const auto &lock = m_page.lanes.locks[i];
        const auto top = topOfHolding(i, 0);
        m_canvas.label({0, top + heights.holding / 2 + 4, lockName(m_canvas, m_page.lanes, lock, m_axis.left() - 4), Ink::Text,
                        Label::Anchor::Start, 12});
        const auto lease = top + heights.barsOf(lock) + LaneHeights::leaseGap / 2;
        const bool hasLease = m_page.longestLease(i) > Milliseconds(0);
        const bool bySession = std::ranges::any_of(lock.spans, [](const LockSpan &span) { return !span.session.empty(); });
        const auto title = hasLease ? Words::tr("lease left") : bySession ? Words::tr("lease: the session") : Words::tr("no lease");
        m_canvas.label({0, lease + 9, title, Ink::Secondary, Label::Anchor::Start, 10});
        if (!hasLease)
            continue;
        m_canvas.label(
            {0, lease + 20, Words::tr("of %1").arg(shortTime(m_page.longestLease(i))), Ink::Secondary, Label::Anchor::Start, 10});
    }
    for (std::size_t i = 0; i < m_resources.size(); ++i) {
        const auto name = resourceName(m_canvas, m_page.lanes, m_page.lanes.resources[i], m_axis.left() - 4);
        m_canvas.label({0, m_resources[i] + heights.write + heights.inside / 2 + 4, name, Ink::Text, Label::Anchor::Start, 12});
    }
}

double TimelinePanel::middleOfRow(std::size_t row) const
{
    const auto &heights = m_page.heights;
    return m_rows[row] + heights.label + heights.belief + heights.bar / 2;
}

double TimelinePanel::belowRow(std::size_t row) const { return middleOfRow(row) + m_page.heights.bar / 2; }

double TimelinePanel::topOfHolding(std::size_t lock, std::size_t row) const
{
    return m_locks[lock] + m_page.heights.label + static_cast<double>(row) * (m_page.heights.holding + 1);
}

std::optional<double> TimelinePanel::middleOf(const LaneMark &mark) const
{
    switch (mark.place) {
    case LanePlace::Worker: {
        const auto row = rowOf(mark.lane);
        return row ? std::optional(middleOfRow(*row)) : std::nullopt;
    }
    case LanePlace::Lock: return topOfHolding(mark.lane, 0) + m_page.heights.holding / 2;
    case LanePlace::Resource: return m_resources[mark.lane] + m_page.heights.write + m_page.heights.inside / 2;
    case LanePlace::Run: break;
    }
    return std::nullopt;
}

void TimelinePanel::paintMarkLines()
{
    for (const auto &pill : pills()) {
        const auto bottom = m_top + axisHeight + static_cast<double>(pill.row) * pillStep + pillHeight;
        double last = -10;
        for (const auto *const mark : pill.marks) {
            const auto x = m_axis.xOf(mark->at);
            if (x - last < 0.5)
                continue;
            last = x;
            m_canvas.line(x, bottom, x, middleOf(*mark).value_or(m_lanesBottom), lockscope::inkOf(*mark), 1, 0.55, true);
        }
    }
    for (const auto &pill : pills()) {
        for (const auto *const mark : pill.marks) {
            const auto x = m_axis.xOf(mark->at);
            const auto y = middleOf(*mark).value_or(m_lanesBottom);
            m_canvas.dot(x, y, 4, Ink::Base);
            m_canvas.dot(x, y, 3, lockscope::inkOf(*mark));
            m_canvas.spot({x - 4, y - 4, 8, 8, mark->number, {}});
        }
    }
}

void TimelinePanel::paintNumbers()
{
    for (const auto &pill : pills()) {
        const auto top = m_top + axisHeight + static_cast<double>(pill.row) * pillStep;
        const auto ink = gravestInk(pill.marks);
        if (m_page.links)
            m_canvas.beginLink(pill.marks.front()->number);
        m_canvas.badge({pill.left, top, pill.width, pillHeight, pill.text, ink, pill.x});
        m_canvas.spot({pill.left, top, pill.width, pillHeight, pill.marks.front()->number, {}});
        if (m_page.links)
            m_canvas.endLink();
    }
}

} // namespace lockscope
