// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_lane_painter.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QLinearGradient>
#include <QPainter>

#include <cmath>

namespace lockscope {

using Shape = TimelineLook::Shape;
using Tone = TimelineLook::Tone;

namespace {

// Danger is shown even if a hundred renewals share its pixel.
int weightOf(const TimelineLook &look)
{
    if (look.shape == Shape::None)
        return -1;
    return static_cast<int>(look.tone) * 10 + static_cast<int>(look.shape);
}

QRgb inkOf(const QColor &colour, float alpha = 1) { return qPremultiply(faded(colour, alpha).rgba()); }

QRectF barOf(const QRectF &row)
{
    const auto height = std::floor(row.height() / 2);
    return QRectF(row.left(), row.top() + std::floor((row.height() - height) / 2), row.width(), height);
}

} // namespace

TimelineLanePainter::TimelineLanePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette, const QFont &font)
    : m_painter(painter)
    , m_frame(frame)
    , m_palette(palette)
    , m_small(smallFont(font))
    , m_fixed(fixedFont(font))
    , m_waiting(waitingColour(palette), painter)
    , m_bars(frame.size.width(), painter.device()->devicePixelRatioF())
    , m_barEdges(m_bars)
    , m_waits(m_bars)
    , m_density(m_bars)
    , m_notches(m_bars)
    , m_ticks(m_bars)
    , m_edges(m_bars)
    , m_alarms(m_bars)
{
    for (const auto &look : frame.source->looks()) {
        m_weights.push_back(weightOf(look));
        m_marks.push_back(markFrom(look, palette, m_small, painter.device()->devicePixelRatioF()));
    }
}

TimelineLanePainter::Mark TimelineLanePainter::markFrom(const TimelineLook &look, const QPalette &palette, const QFont &font, qreal scale)
{
    Mark mark;
    mark.look = look;
    mark.colour = lookColour(look, palette);
    const bool across = look.shape == Shape::Tick || look.shape == Shape::Notch;
    mark.ink = inkOf(mark.colour, across ? 0.7F : 1.0F);
    for (std::size_t count = 0; count < mark.density.size(); ++count) // translucent, so that the owner's colour stays visible
        mark.density[count] = inkOf(mark.colour, std::min(1.0F, 0.3F + 0.12F * static_cast<float>(count)));
    if (look.labelled)
        mark.wordWidth = figuresWidth(font, look.word);
    if (look.shape == Shape::Alarm)
        mark.triangle = triangleTile(mark.colour, scale);
    return mark;
}

void TimelineLanePainter::paint(int position)
{
    const QRectF row(0, m_frame.axis + m_frame.lanes.topOf(position), m_frame.size.width(), m_frame.lanes.laneHeight);
    if (position == m_frame.source->currentLane())
        paintGround(row);
    const auto *lane = m_frame.source->lane(position);
    if (!lane)
        return;
    const bool gone = m_frame.source->isGone(position);
    paintName(*lane, gone, row);
    const QRectF plot = row.adjusted(m_frame.gutter, 0, 0, 0);
    m_painter.save();
    m_painter.setClipRect(plot, Qt::IntersectClip);
    const auto columns = columnsOf(lane->marks, m_frame.scale, m_frame.plotWidth(), m_weights);
    paintBars(*lane, plot, gone);
    paintLit(*lane, plot);
    paintWaits(*lane, plot);
    paintMarks(columns, plot);
    paintLabels(*lane, columns, plot);
    paintKnown(position, plot);
    m_painter.restore();
}

void TimelineLanePainter::paintGround(const QRectF &row)
{
    m_painter.fillRect(row, shadesOf(m_palette).selected);
    if (m_frame.focused)
        m_painter.fillRect(QRectF(0, row.top(), 2, row.height()), shadesOf(m_palette).accent);
}

void TimelineLanePainter::paintName(const TimelineLane &lane, bool gone, const QRectF &row)
{
    const QRectF place(row.left() + grid::group, row.top(), m_frame.gutter - grid::group - grid::spacing, row.height());
    QFont font = m_fixed;
    font.setStrikeOut(gone);
    m_painter.setFont(font);
    m_painter.setPen(gone ? shadesOf(m_palette).faint : m_palette.color(QPalette::Text));
    const bool fits = figuresWidth(m_fixed, lane.name) <= place.width();
    const auto text = fits ? lane.name : QFontMetricsF(font).elidedText(lane.name, Qt::ElideMiddle, place.width());
    if (gone) // in a static text, the strike-through would be at the wrong position
        m_painter.drawText(place, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, text);
    else
        drawFigures(m_painter, place, Qt::AlignLeft, text);
}

const TimelineLanePainter::BarInk &TimelineLanePainter::barInk(int colour, bool gone)
{
    auto &ink = m_barInks[2 * colour + (gone ? 1 : 0)];
    if (!ink.colour.isValid()) {
        ink.colour = faded(colour < 0 ? shadesOf(m_palette).secondary : ownerColour(m_palette, colour), gone ? 0.6F : 1.0F);
        ink.ink = inkOf(ink.colour);
    }
    return ink;
}

// The corners of a long bar are cut by one pixel, which looks like an arc at this height.
void TimelineLanePainter::paintBars(const TimelineLane &lane, const QRectF &row, bool gone)
{
    constexpr qreal leastRounded = 10; // px
    const QRectF place = barOf(row);
    for (const auto &bar : barsOf(lane.spans, m_frame.scale, m_frame.plotWidth(), m_frame.source->now())) {
        const auto left = place.left() + bar.left, right = place.left() + bar.right;
        const qreal corner = right - left < leastRounded ? 0 : 1;
        const auto &ink = barInk(bar.colour, gone);
        if (corner > 0 && !bar.beginSeen && bar.left > 0) {
            paintEmerging(QRectF(left, place.top(), right - left, place.height()), ink.colour);
            continue;
        }
        m_bars.put(left, right, ink.ink);
        m_barEdges.put(left + corner, right - corner, ink.ink);
    }
    m_barEdges.draw(m_painter, place.top(), 1);
    m_bars.draw(m_painter, place.top() + 1, place.height() - 2);
    m_barEdges.draw(m_painter, place.bottom() - 1, 1);
    m_bars.clear();
    m_barEdges.clear();
}

// Below the bar, so that its colour stays what it is. Only what is in sight is compared.
void TimelineLanePainter::paintLit(const TimelineLane &lane, const QRectF &row)
{
    const auto &lit = m_frame.source->lit();
    const auto &spans = lane.spans;
    if (lit.isEmpty())
        return;
    TrimmedVector<TimelineSpan> here;
    const auto begin = m_frame.scale.timeAt(0);
    const auto first =
        std::partition_point(spans.begin(), spans.end(), [&](const TimelineSpan &span) { return span.end && *span.end < begin; });
    for (auto span = first; span != spans.end(); ++span) {
        if (lit.contains(span->owner))
            here.push_back(*span);
    }
    const QRectF place = barOf(row);
    for (const auto &bar : barsOf(here, m_frame.scale, m_frame.plotWidth(), m_frame.source->now()))
        m_painter.fillRect(QRectF(place.left() + bar.left, place.bottom() + 1, bar.right - bar.left, 2), shadesOf(m_palette).accent);
}

// The begin was not observed, so the bar fades in.
void TimelineLanePainter::paintEmerging(const QRectF &rect, const QColor &colour)
{
    QLinearGradient gradient(rect.topLeft(), rect.topLeft() + QPointF(std::min(24.0, rect.width() / 2), 0));
    gradient.setColorAt(0, faded(colour, 0));
    gradient.setColorAt(1, colour);
    m_painter.fillRect(rect.adjusted(0, 0, -1, 0), gradient);
    m_painter.fillRect(QRectF(rect.right() - 1, rect.top() + 1, 1, rect.height() - 2), colour);
}

// Hatched: over the bar if somebody holds the lock, otherwise on the background.
void TimelineLanePainter::paintWaits(const TimelineLane &lane, const QRectF &row)
{
    const QRectF place = barOf(row);
    const auto shade = inkOf(m_waiting.shade());
    for (const auto &bar : barsOf(lane.waits, m_frame.scale, m_frame.plotWidth(), m_frame.source->now())) {
        const QRectF rect(place.left() + bar.left, place.top(), bar.right - bar.left, place.height());
        if (m_waiting.isTooNarrow(rect.width()))
            m_waits.put(rect.left(), rect.right(), shade);
        else
            m_waiting.fill(m_painter, rect, m_frame.timeOrigin());
    }
    m_waits.draw(m_painter, place.top(), place.height());
    m_waits.clear();
}

void TimelineLanePainter::paintMarks(const std::vector<TimelineColumn> &columns, const QRectF &row)
{
    const QRectF bar = barOf(row);
    for (const auto &column : columns)
        putMark(column, bar.left() + column.x);
    const auto strip = std::ceil(bar.height() / 3);
    m_density.draw(m_painter, bar.bottom() - strip, strip);
    m_notches.draw(m_painter, bar.top() - 1, std::floor(bar.height() / 2) + 1);
    m_ticks.draw(m_painter, bar.top() - 1, bar.height() + 2);
    m_edges.draw(m_painter, bar.top() - 2, bar.height() + 4);
    m_alarms.draw(m_painter, bar.top() - 3, bar.height() + 6);
    for (auto *line : {&m_density, &m_notches, &m_ticks, &m_edges, &m_alarms})
        line->clear();
    paintTriangles(columns, bar);
}

void TimelineLanePainter::putMark(const TimelineColumn &column, qreal x)
{
    const auto &mark = markOf(column);
    switch (mark.look.shape) {
    case Shape::None: break;
    case Shape::Tick:
    case Shape::Notch:
        if (column.crowded) // a strip; its strength shows the density
            m_density.put(x, x + 1, mark.density[std::min(mark.density.size() - 1, static_cast<std::size_t>(column.count))]);
        else
            (mark.look.shape == Shape::Tick ? m_ticks : m_notches).put(x, x + 1, mark.ink);
        break;
    case Shape::Edge: m_edges.put(x, x + 1, mark.ink); break;
    case Shape::Alarm: m_alarms.put(x - 1, x + 1, mark.ink); break;
    }
}

// Triangles that are closer to each other than half their width would overlap, so they are not drawn; the line below each stays.
void TimelineLanePainter::paintTriangles(const std::vector<TimelineColumn> &columns, const QRectF &bar)
{
    constexpr int nearest = 4; // px
    const TimelineColumn *last = nullptr;
    for (const auto &column : columns) {
        const auto &mark = markOf(column);
        if (mark.triangle.isNull() || (last && last->what == column.what && column.x - last->x < nearest))
            continue;
        m_painter.drawPixmap(QPointF(bar.left() + column.x - 4, bar.top() - 5), mark.triangle);
        last = &column;
    }
}

// Dots that would touch each other are drawn once.
void TimelineLanePainter::paintKnown(int position, const QRectF &row)
{
    constexpr qreal nearest = 5; // px
    const auto known = m_frame.source->knownTakers(position, m_frame.scale.timeAt(0), m_frame.scale.timeAt(m_frame.plotWidth()));
    std::optional<qreal> last;
    for (const auto time : known) {
        const auto x = m_frame.scale.xOf(time);
        if (last && x - *last < nearest)
            continue;
        paintKnownDot(m_painter, QPointF(row.left() + x, barOf(row).top()), m_palette);
        last = x;
    }
}

// The word is next to its mark, in the free space up to the next bar; without enough space, only the tooltip shows it. It never covers an
// alarm or a bar.
void TimelineLanePainter::paintLabels(const TimelineLane &lane, const std::vector<TimelineColumn> &columns, const QRectF &row)
{
    std::vector<TimelineLabel> labels;
    std::vector<const Mark *> marks;
    std::vector<double> alarms;
    for (const auto &column : columns) {
        if (markOf(column).look.shape == Shape::Alarm)
            alarms.push_back(column.x);
    }
    std::ranges::sort(alarms); // sorted; in a crowded lane there is a column for every pixel
    for (const auto &column : columns) {
        const auto &mark = markOf(column);
        if (!mark.look.labelled)
            continue;
        const double left = column.x + 6;
        const auto alarm = std::ranges::upper_bound(alarms, column.x);
        const bool hidesAlarm = alarm != alarms.end() && *alarm - 4 <= left + mark.wordWidth;
        if (hidesAlarm)
            continue;
        labels.push_back({left, left + mark.wordWidth, m_weights[static_cast<std::size_t>(column.what)]});
        marks.push_back(&mark);
    }
    if (labels.empty())
        return;
    const auto placed = placeable(labels, m_frame.plotWidth(), grid::spacing);
    const QRectF bar = barOf(row);
    m_painter.setFont(m_small);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!placed[i])
            continue;
        const bool plain = marks[i]->look.tone == Tone::Plain;
        const auto held = [&](double x) { return spanAt(lane, m_frame.scale.timeAt(x)) != nullptr; };
        const bool onGround = !held(labels[i].right) && !held((labels[i].left + labels[i].right) / 2);
        if (!onGround && plain)
            continue;
        const QRectF place(row.left() + labels[i].left, row.top(), labels[i].right - labels[i].left + 1, row.height());
        if (!onGround) // a warning may be on a bar, whose colour must stay visible
            m_painter.fillRect(QRectF(place.left() - 2, bar.top() - 1, place.width() + 4, bar.height() + 2),
                               faded(m_palette.color(QPalette::Base), 0.8F));
        m_painter.setPen(plain ? shadesOf(m_palette).secondary : marks[i]->colour);
        drawFigures(m_painter, place, Qt::AlignLeft, marks[i]->look.word);
    }
}

} // namespace lockscope
