// SPDX-License-Identifier: MIT
#include "ui/lab/picture/timeline_picture.h"

#include "ui/words/shown_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr double topMargin = 4;                      // px above the axis
constexpr double axisUnits = 20;                     // of the panel
constexpr double rightUnits = 28;                    // half of the last tick's label
constexpr double swatchUnits = 16;                   // left of a lane's name
constexpr double leastGutter = 88, mostGutter = 170; // units

} // namespace

// The same with and without a scroll bar.
double TimelineSheet::right() const
{
    return std::max(size.width() + beside - margin - rightUnits * PainterCanvas::scaleOf(font), left() + 1);
}

double TimelineSheet::perPixel() const { return static_cast<double>(std::max(end - begin, Time(1)).count()) / (right() - left()); }

double TimelineSheet::xOf(Time time) const { return left() + static_cast<double>((time - begin).count()) / perPixel(); }

TimelineSheet::Time TimelineSheet::timeAt(double x) const { return begin + Time(std::llround((x - left()) * perPixel())); }

void TimelinePicture::show(ShownRunPtr run)
{
    m_page.reset();
    m_open.clear();
    m_painted.reset();
    m_spots.clear(); // they refer to the lanes of the old run
    m_run = std::move(run);
    if (!m_run)
        return;
    m_page = std::make_unique<TimelinePage>(m_run->lanes);
    m_page->links = true;
    m_page->keepsRows = true;
    arrangeRows();
}

// Workers that belong to no group come first: verdicts name them.
void TimelinePicture::arrangeRows()
{
    std::vector<LaneRow> rows;
    std::set<std::size_t> grouped;
    for (const auto &group : m_run->groups)
        grouped.insert(group.workers.begin(), group.workers.end());
    for (std::size_t worker = 0; worker < m_run->lanes.workers.size(); ++worker) {
        if (!grouped.contains(worker))
            rows.push_back({worker, nullptr, false, false});
    }
    for (const auto &group : m_run->groups) {
        const bool open = m_open.contains(&group);
        rows.push_back({0, &group, open, false});
        if (!open)
            continue;
        for (const auto worker : group.workers)
            rows.push_back({worker, nullptr, false, true});
    }
    m_page->rows = std::move(rows);
    m_painted.reset();
}

void TimelinePicture::toggle(const WorkerGroup *group)
{
    if (!m_open.erase(group))
        m_open.insert(group);
    arrangeRows();
}

void TimelinePicture::setAllOpen(bool open)
{
    m_open.clear();
    if (!m_page)
        return;
    for (const auto &group : m_run->groups) {
        if (open)
            m_open.insert(&group);
    }
    arrangeRows();
}

// Fills the height: first the bars grow, then the lanes move apart. What they need is linear in the growth.
void TimelinePicture::fillHeight(const TimelineSheet &sheet)
{
    const auto unit = PainterCanvas::scaleOf(sheet.font);
    const auto most = (sheet.size.height() - height(sheet)) / unit;
    m_page->heights = {};
    if (most <= 0)
        return;
    m_page->heights = LaneHeights::grown(1);
    const auto rest = sheet.size.height() / unit - bottomOf(sheet);
    m_page->heights = LaneHeights::grown(rest >= 0 ? 1 : most / (most - rest));
    const auto lanes = m_page->rows.size() + m_page->lanes.locks.size() + m_page->lanes.resources.size();
    if (rest > 0 && lanes > 0)
        m_page->heights.spread = rest / static_cast<double>(lanes);
}

// In units.
double TimelinePicture::bottomOf(const TimelineSheet &sheet) const
{
    PainterCanvas canvas(nullptr, sheet.palette, sheet.font);
    return panel(canvas, sheet).bottom() + (sheet.scrolled + topMargin) / canvas.scale();
}

TimelinePanel TimelinePicture::panel(PainterCanvas &canvas, const TimelineSheet &sheet) const
{
    const auto unit = canvas.scale();
    return {canvas, *m_page, axisOf(sheet, unit), topMargin / unit, sheet.scrolled / unit};
}

TimeAxis TimelinePicture::axisOf(const TimelineSheet &sheet, double unit) const
{
    return {sheet.begin, sheet.end, m_run->lanes.begin, (sheet.left() - TimelineSheet::margin) / unit,
            (sheet.right() - TimelineSheet::margin) / unit};
}

double TimelinePicture::gutter(const QFont &font) const
{
    const PainterCanvas canvas(nullptr, {}, font);
    double units = leastGutter;
    const auto take = [&](const QString &name, double indent) {
        units = std::max(units, canvas.widthOf(name, 12, false, true) + swatchUnits + indent + 10);
    };
    if (m_page) {
        for (std::size_t i = 0; i < std::min<std::size_t>(m_run->lanes.workers.size(), 100); ++i)
            take(shownText(m_run->lanes.workers[i].worker, 15), hasGroups() ? 10 : 0);
        for (const auto &group : m_run->groups)
            take(group.name, 0);
        if (m_run->lanes.locks.size() == 1)
            units = std::max(units, canvas.widthOf(nameOfTheOnlyLock(), 12) + 6);
        for (std::size_t i = 0; i < m_run->lanes.resources.size() && m_run->lanes.resources.size() > 1; ++i)
            take(u"inside "_s + shownText(m_run->lanes.resources[i].lock, 15), -swatchUnits);
    }
    return TimelineSheet::margin + std::ceil(std::min(units, mostGutter) * canvas.scale());
}

double TimelinePicture::axisHeight(const QFont &font) const { return topMargin + axisUnits * PainterCanvas::scaleOf(font); }

double TimelinePicture::headHeight(const TimelineSheet &sheet) const
{
    PainterCanvas canvas(nullptr, sheet.palette, sheet.font);
    return m_page ? panel(canvas, sheet).lanesTop() * canvas.scale() : axisHeight(sheet.font);
}

// The numbers get two rows, unless the lanes need the space of the second one.
double TimelinePicture::height(const TimelineSheet &sheet)
{
    if (!m_page)
        return 0;
    const auto painted = std::exchange(m_page->heights, {});
    double height = 0;
    for (const std::size_t rows : {2u, 1u}) {
        m_page->markRows = rows;
        height = bottomOf(sheet) * PainterCanvas::scaleOf(sheet.font);
        if (height <= sheet.size.height())
            break;
    }
    m_page->heights = painted;
    return height;
}

const QPixmap &TimelinePicture::whole(const TimelineSheet &sheet)
{
    if (m_painted != sheet)
        paint(sheet);
    return m_whole;
}

const QPixmap &TimelinePicture::ground(const TimelineSheet &sheet)
{
    if (m_painted != sheet)
        paint(sheet);
    return m_ground;
}

void TimelinePicture::paint(const TimelineSheet &sheet)
{
    const auto layer = [&](bool isWhole) {
        QPixmap pixmap((QSizeF(sheet.size) * sheet.dots).toSize());
        pixmap.setDevicePixelRatio(sheet.dots);
        pixmap.fill(sheet.palette.color(QPalette::Base));
        if (!m_page)
            return pixmap;
        QPainter painter(&pixmap);
        painter.translate(TimelineSheet::margin, 0);
        PainterCanvas canvas(&painter, sheet.palette, sheet.font);
        auto panel = this->panel(canvas, sheet);
        const auto [first, last] = panel.wholeLanes(panel.lanesTop(), sheet.size.height() / canvas.scale());
        const auto top = first * canvas.scale(), bottom = last * canvas.scale();
        panel.setSight(first, last);
        panel.paintAxis();
        painter.setClipRect(QRectF(QPointF(-TimelineSheet::margin, sheet.scrolled > 0 ? top : 0), QPointF(sheet.size.width(), bottom)));
        panel.paintGrid();
        canvas.keepEarly();
        if (isWhole)
            panel.paintContent({});
        painter.setClipping(false);
        if (!isWhole)
            return pixmap;
        m_first = top;
        m_last = bottom;
        m_unit = canvas.scale();
        m_rowTops = panel.rowTops();
        std::ranges::for_each(m_rowTops, [&](double &rowTop) { rowTop *= m_unit; });
        m_signs = canvas.takeSigns();
        std::erase_if(m_signs, [&](const PaintedSign &sign) { return sign.middle.y() < top || sign.middle.y() > bottom; });
        for (auto &sign : m_signs) {
            sign.middle.rx() += TimelineSheet::margin;
            sign.line.translate(TimelineSheet::margin, 0);
        }
        m_early = canvas.takeEarly();
        std::erase_if(m_early, [&](const PaintedLabel &label) { return label.place.y() < top || label.place.y() > bottom; });
        panel.paintNumbers();
        std::ranges::move(canvas.takeEarly(), std::back_inserter(m_early));
        for (auto &label : m_early) {
            label.place.rx() += TimelineSheet::margin;
            label.since += TimelineSheet::margin;
            label.ground.translate(label.ground.isNull() ? 0 : TimelineSheet::margin, 0);
        }
        m_spots = canvas.takeSpots();
        keepSpotsBetween(panel.lanesTop() * canvas.scale(), top, bottom);
        return pixmap;
    };
    if (m_page)
        fillHeight(sheet);
    m_ground = layer(false);
    m_whole = layer(true);
    m_painted = sheet;
}

// Spots outside the painted lanes are removed. The numbers above the lanes stay.
void TimelinePicture::keepSpotsBetween(double lanes, double top, double bottom)
{
    for (auto &spot : m_spots) {
        if (spot.place.bottom() <= lanes)
            continue;
        spot.place.setTop(std::max(spot.place.top(), top));
        spot.place.setBottom(std::min(spot.place.bottom(), bottom));
    }
    std::erase_if(m_spots, [](const PaintedSpot &spot) { return spot.place.height() < 0; });
}

std::vector<QRectF> TimelinePicture::tickPlaces(const TimelineSheet &sheet) const
{
    std::vector<QRectF> places;
    if (!m_page)
        return places;
    const PainterCanvas canvas(nullptr, sheet.palette, sheet.font);
    const auto axis = axisOf(sheet, canvas.scale());
    for (const auto tick : axis.ticks()) {
        const auto width = canvas.widthOf(axis.labelOf(tick)) * canvas.scale();
        places.emplace_back(TimelineSheet::margin + axis.xOf(tick) * canvas.scale() - width / 2 - 3, 0, width + 6,
                            axisHeight(sheet.font) - 3);
    }
    return places;
}

std::vector<TimelinePicture::GroupPlace> TimelinePicture::foldedGroups() const
{
    std::vector<GroupPlace> places;
    if (!m_page || !hasGroups() || m_rowTops.size() != m_page->rows.size())
        return places;
    for (std::size_t i = 0; i < m_rowTops.size(); ++i) {
        const auto &row = m_page->rows[i];
        if (row.group && !row.open && m_rowTops[i] >= m_first && m_rowTops[i] < m_last)
            places.push_back({row.group, m_rowTops[i] + (m_page->heights.worker() - m_page->heights.gap + 1) * m_unit});
    }
    return places;
}

std::vector<PaintedSpot> TimelinePicture::spotsAt(QPointF point) const
{
    const auto at = point - QPointF(TimelineSheet::margin, 0);
    std::vector<PaintedSpot> found;
    std::ranges::copy_if(m_spots, std::back_inserter(found),
                         [&](const PaintedSpot &spot) { return spot.place.adjusted(-1, 0, 1, 0).contains(at); });
    std::ranges::reverse(found);
    return found;
}

const WorkerGroup *TimelinePicture::groupAt(QPointF point) const
{
    if (!m_page || !hasGroups() || point.y() < m_first || point.y() >= m_last || m_rowTops.size() != m_page->rows.size())
        return nullptr;
    const auto after = std::ranges::upper_bound(m_rowTops, point.y());
    if (after == m_rowTops.begin())
        return nullptr;
    const auto row = static_cast<std::size_t>(after - m_rowTops.begin()) - 1;
    return point.y() < m_rowTops[row] + m_page->heightOf(m_page->rows[row]) * m_unit ? m_page->rows[row].group : nullptr;
}

} // namespace lockscope
