// SPDX-License-Identifier: MIT
#include "widgets/timeline_painter.h"

#include "widgets/figures.h"
#include "widgets/theme.h"

#include <QCoreApplication>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>

#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qreal hatchPeriod = 6; // px

// Danger is told even where a hundred renewals share its pixel.
int weightOf(const TimelineLook &look)
{
    if (look.shape == TimelineLook::Shape::None)
        return -1;
    return static_cast<int>(look.tone) * 10 + static_cast<int>(look.shape);
}

QColor faded(QColor colour, float alpha)
{
    colour.setAlphaF(colour.alphaF() * alpha);
    return colour;
}

// One period of slanted lines, drawn once for each colour and scale.
QPixmap hatchTile(const QColor &colour, qreal scale)
{
    const auto key = QStringLiteral("timeline-hatch-%1-%2").arg(colour.rgba()).arg(scale);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile))
        return tile;
    tile = QPixmap(static_cast<int>(std::lround(hatchPeriod * scale)), static_cast<int>(std::lround(hatchPeriod * scale)));
    tile.setDevicePixelRatio(scale);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    for (const qreal shift : {-hatchPeriod, 0.0, hatchPeriod})
        painter.drawLine(QPointF(shift - 1, hatchPeriod + 1), QPointF(shift + hatchPeriod + 1, -1));
    QPixmapCache::insert(key, tile);
    return tile;
}

// Eight pixels wide, six high, its point below.
QPixmap triangleTile(const QColor &colour, qreal scale)
{
    const auto key = QStringLiteral("timeline-triangle-%1-%2").arg(colour.rgba()).arg(scale);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile))
        return tile;
    tile = QPixmap(QSizeF(8 * scale, 6 * scale).toSize());
    tile.setDevicePixelRatio(scale);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path(QPointF(0, 0));
    path.lineTo(8, 0);
    path.lineTo(4, 6);
    painter.fillPath(path, colour);
    QPixmapCache::insert(key, tile);
    return tile;
}

} // namespace

TimelinePainter::TimelinePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette, const QFont &font)
    : m_painter(painter)
    , m_frame(frame)
    , m_palette(palette)
    , m_font(font)
    , m_small(font)
    , m_fixed(fixedFont(font))
{
    m_small.setPointSizeF(font.pointSizeF() * 0.9);
    for (const auto &look : frame.source->looks()) {
        m_weights.push_back(weightOf(look));
        m_wordWidths.push_back(look.labelled ? figuresWidth(m_small, look.word) : 0);
    }
}

void TimelinePainter::paint()
{
    m_painter.fillRect(QRect(QPoint(0, 0), m_frame.size), m_palette.color(QPalette::Base));
    paintAxis();
    m_painter.save();
    m_painter.setClipRect(QRect(0, m_frame.axis, m_frame.size.width(), m_frame.lanes.height));
    for (int position = m_frame.lanes.first(); position <= m_frame.lanes.last(); ++position)
        paintLane(position);
    paintBands();
    m_painter.restore();
    paintCrosshair();
}

void TimelinePainter::paintAxis()
{
    const auto &shades = shadesOf(m_palette);
    const QFontMetricsF metrics(m_small);
    const auto now = m_frame.source->now();
    const auto label = [&](TimelineTime time, TimelineLength step) {
        return m_frame.relative ? distanceLabel(time - now, step) : clockLabel(time, step);
    };
    const auto step = axisStep(m_frame.scale, [&](TimelineLength candidate) {
        return metrics.horizontalAdvance(label(m_frame.scale.begin - candidate, candidate)) + 3 * grid::spacing;
    });
    const auto origin = m_frame.relative ? now : midnightBefore(m_frame.scale.begin);
    m_painter.setFont(m_small);
    for (const auto time : axisTicks(m_frame.scale, m_frame.plotWidth(), origin, step)) {
        const int x = m_frame.gutter + static_cast<int>(m_frame.scale.xOf(time));
        m_painter.fillRect(QRect(x, m_frame.axis, 1, m_frame.lanes.height), shades.hairline);
        const auto text = label(time, step);
        const auto width = metrics.horizontalAdvance(text);
        const auto left = qMin(x - width / 2, m_frame.size.width() - width - grid::unit);
        if (left < m_frame.gutter - width / 2 - 1)
            continue;
        m_painter.setPen(shades.secondary);
        drawFigures(m_painter, QRectF(left, 0, width + 1, m_frame.axis), Qt::AlignLeft, text);
    }
}

void TimelinePainter::paintBands()
{
    const auto &shades = shadesOf(m_palette);
    for (const auto &band : m_frame.source->bands()) {
        const auto width = m_frame.plotWidth();
        const auto left = band.begin ? std::max(0.0, m_frame.scale.xOf(*band.begin)) : 0.0;
        const auto right = std::min(width, m_frame.scale.xOf(band.end.value_or(m_frame.source->now())));
        if (right <= 0 || left >= width || right < left)
            continue;
        const QRectF rect(m_frame.gutter + left, m_frame.axis, std::max(1.0, right - left), m_frame.lanes.height);
        m_painter.fillRect(rect, faded(m_palette.color(QPalette::Base), 0.6F));
        hatch(rect, faded(shades.faint, 0.35F));
        const QFontMetricsF metrics(m_small);
        const QRectF words(rect.left() + grid::spacing, rect.bottom() - metrics.height() - grid::unit,
                           metrics.horizontalAdvance(band.word) + 1, metrics.height());
        if (words.right() > rect.right())
            continue;
        m_painter.fillRect(words.adjusted(-grid::unit, 0, grid::unit, 0), m_palette.color(QPalette::Base));
        m_painter.setFont(m_small);
        m_painter.setPen(shades.secondary);
        m_painter.drawText(words, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, band.word);
    }
}

QRectF TimelinePainter::barOf(const QRectF &row) const
{
    const auto height = std::floor(row.height() / 2);
    return QRectF(row.left(), row.top() + std::floor((row.height() - height) / 2), row.width(), height);
}

QColor TimelinePainter::toneColour(TimelineLook::Tone tone) const
{
    const auto &shades = shadesOf(m_palette);
    switch (tone) {
    case TimelineLook::Tone::Plain: break;
    case TimelineLook::Tone::Warning: return shades.warning;
    case TimelineLook::Tone::Danger: return shades.danger;
    }
    return m_palette.color(QPalette::Text);
}

const TimelineLook &TimelinePainter::lookOf(int what) const
{
    return m_frame.source->looks()[static_cast<std::size_t>(what)];
}

void TimelinePainter::paintLane(int position)
{
    const QRectF row(0, m_frame.axis + m_frame.lanes.topOf(position), m_frame.size.width(), m_frame.lanes.laneHeight);
    const bool current = position == m_frame.source->currentLane();
    if (current) {
        m_painter.fillRect(row, shadesOf(m_palette).selected);
        if (m_frame.focused)
            m_painter.fillRect(QRectF(0, row.top(), 2, row.height()), shadesOf(m_palette).accent);
    }
    const auto *lane = m_frame.source->lane(position);
    if (!lane)
        return;
    paintName(*lane, position, row);
    const QRectF plot = row.adjusted(m_frame.gutter, 0, 0, 0);
    m_painter.save();
    m_painter.setClipRect(plot, Qt::IntersectClip);
    const auto columns = columnsOf(lane->marks, m_frame.scale, m_frame.plotWidth(), m_weights);
    paintBars(*lane, plot, m_frame.source->isGone(position));
    paintWaits(*lane, plot);
    paintMarks(columns, plot);
    paintLabels(*lane, columns, plot);
    m_painter.restore();
}

void TimelinePainter::paintName(const TimelineLane &lane, int position, const QRectF &row)
{
    const bool gone = m_frame.source->isGone(position);
    const QRectF place(row.left() + grid::group, row.top(), m_frame.gutter - grid::group - grid::spacing, row.height());
    QFont font = m_fixed;
    font.setStrikeOut(gone);
    m_painter.setFont(font);
    m_painter.setPen(gone ? shadesOf(m_palette).faint : m_palette.color(QPalette::Text));
    const bool fits = figuresWidth(font, lane.name) <= place.width();
    drawFigures(m_painter, place, Qt::AlignLeft, fits ? lane.name : QFontMetricsF(font).elidedText(lane.name, Qt::ElideMiddle, place.width()));
}

void TimelinePainter::paintBars(const TimelineLane &lane, const QRectF &row, bool gone)
{
    m_painter.setPen(Qt::NoPen);
    for (const auto &bar : barsOf(lane.spans, m_frame.scale, m_frame.plotWidth(), m_frame.source->now()))
        paintBar(bar, row, gone);
}

void TimelinePainter::paintBar(const TimelineBar &bar, const QRectF &row, bool gone)
{
    const QRectF place = barOf(row);
    const QRectF rect(place.left() + bar.left, place.top(), bar.right - bar.left, place.height());
    const auto colour = faded(bar.colour < 0 ? shadesOf(m_palette).secondary : ownerColour(m_palette, bar.colour), gone ? 0.6F : 1.0F);
    if (rect.width() < 4) {
        m_painter.fillRect(rect, colour);
        return;
    }
    if (bar.beginSeen || bar.left <= 0)
        return fillRounded(rect, colour);
    const auto fade = std::min(24.0, rect.width() / 2); // nobody saw it begin: it comes out of nothing
    QLinearGradient gradient(rect.topLeft(), rect.topLeft() + QPointF(fade, 0));
    gradient.setColorAt(0, faded(colour, 0));
    gradient.setColorAt(1, colour);
    fillRounded(rect, gradient);
}

// Corners a pixel short: in a row of this height one cannot tell it from an arc, and there may be ten thousand.
void TimelinePainter::fillRounded(const QRectF &rect, const QBrush &brush)
{
    m_painter.fillRect(QRectF(rect.left(), rect.top() + 1, 1, rect.height() - 2), brush);
    m_painter.fillRect(rect.adjusted(1, 0, -1, 0), brush);
    m_painter.fillRect(QRectF(rect.right() - 1, rect.top() + 1, 1, rect.height() - 2), brush);
}

// Hatched: over the bar where somebody has it, on the bare ground where nobody has.
void TimelinePainter::paintWaits(const TimelineLane &lane, const QRectF &row)
{
    const auto colour = faded(m_palette.color(QPalette::Text), shadesOf(m_palette).dark ? 0.55F : 0.4F);
    const QRectF place = barOf(row);
    for (const auto &bar : barsOf(lane.waits, m_frame.scale, m_frame.plotWidth(), m_frame.source->now()))
        hatch(QRectF(place.left() + bar.left, place.top(), bar.right - bar.left, place.height()), colour);
}

void TimelinePainter::hatch(const QRectF &rect, const QColor &colour)
{
    const auto tile = hatchTile(colour, m_painter.device()->devicePixelRatioF());
    const auto offset = std::fmod(rect.left() - m_frame.gutter - m_frame.scale.xOf(TimelineTime{}), hatchPeriod); // it moves with time
    m_painter.drawTiledPixmap(rect, tile, QPointF(offset < 0 ? offset + hatchPeriod : offset, 0));
}

void TimelinePainter::paintMarks(const std::vector<TimelineColumn> &columns, const QRectF &row)
{
    for (const auto &column : columns) {
        if (lookOf(column.what).tone == TimelineLook::Tone::Plain)
            paintMark(column, row);
    }
    for (const auto &column : columns) { // on top of their neighbours
        if (lookOf(column.what).tone != TimelineLook::Tone::Plain)
            paintMark(column, row);
    }
}

void TimelinePainter::paintMark(const TimelineColumn &column, const QRectF &row)
{
    const auto &look = lookOf(column.what);
    const QRectF bar = barOf(row);
    const auto x = bar.left() + column.x;
    const auto colour = toneColour(look.tone);
    switch (look.shape) {
    case TimelineLook::Shape::None: break;
    case TimelineLook::Shape::Tick:
    case TimelineLook::Shape::Notch:
        if (column.crowded) { // a strip whose strength is the density, so that the owner's colour stays to be seen
            const auto strength = std::min(1.0, 0.3 + 0.12 * column.count);
            const auto height = std::ceil(bar.height() / 3);
            m_painter.fillRect(QRectF(x, bar.bottom() - height, 1, height), faded(colour, static_cast<float>(strength)));
        } else if (look.shape == TimelineLook::Shape::Tick) {
            m_painter.fillRect(QRectF(x, bar.top() - 1, 1, bar.height() + 2), faded(colour, 0.7F));
        } else {
            m_painter.fillRect(QRectF(x, bar.top() - 1, 1, std::floor(bar.height() / 2) + 1), faded(colour, 0.7F));
        }
        break;
    case TimelineLook::Shape::Edge:
        m_painter.fillRect(QRectF(x, bar.top() - 2, 1, bar.height() + 4), colour);
        break;
    case TimelineLook::Shape::Alarm: {
        m_painter.fillRect(QRectF(x - 1, bar.top() - 3, 2, bar.height() + 6), colour);
        m_painter.drawPixmap(QPointF(x - 4, bar.top() - 5), triangleTile(colour, m_painter.device()->devicePixelRatioF()));
        break;
    }
    }
}

// Beside its mark, in the free ground up to the next bar; where there is none it is left to the tooltip.
void TimelinePainter::paintLabels(const TimelineLane &lane, const std::vector<TimelineColumn> &columns, const QRectF &row)
{
    std::vector<TimelineLabel> labels;
    std::vector<const TimelineColumn *> owners;
    for (const auto &column : columns) {
        const auto &look = lookOf(column.what);
        if (!look.labelled)
            continue;
        const double left = column.x + 6;
        const double right = left + m_wordWidths[static_cast<std::size_t>(column.what)];
        labels.push_back({left, right, weightOf(look)});
        owners.push_back(&column);
    }
    if (labels.empty())
        return;
    const auto width = m_frame.plotWidth();
    const auto placed = placeable(labels, width, grid::spacing);
    const QRectF bar = barOf(row);
    m_painter.setFont(m_small);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto &look = lookOf(owners[i]->what);
        const auto *covered = spanAt(lane, m_frame.scale.timeAt(labels[i].right));
        const bool onGround = !covered && !spanAt(lane, m_frame.scale.timeAt((labels[i].left + labels[i].right) / 2));
        if (!placed[i] || (!onGround && look.tone == TimelineLook::Tone::Plain))
            continue;
        const QRectF place(row.left() + labels[i].left, row.top(), labels[i].right - labels[i].left + 1, row.height());
        if (!onGround) // a warning is worth a piece of the bar
            m_painter.fillRect(QRectF(place.left() - 2, bar.top() - 1, place.width() + 4, bar.height() + 2),
                               m_palette.color(QPalette::Base));
        m_painter.setPen(look.tone == TimelineLook::Tone::Plain ? shadesOf(m_palette).secondary : toneColour(look.tone));
        drawFigures(m_painter, place, Qt::AlignLeft, look.word);
    }
}

void TimelinePainter::paintCrosshair()
{
    if (!m_frame.crosshair)
        return;
    const auto x = m_frame.scale.xOf(*m_frame.crosshair);
    if (x < 0 || x > m_frame.plotWidth())
        return;
    const auto &shades = shadesOf(m_palette);
    const auto left = m_frame.gutter + x;
    m_painter.setPen(QPen(shades.accent, 1, Qt::DashLine));
    m_painter.drawLine(QPointF(left, m_frame.axis), QPointF(left, m_frame.size.height()));
    const QFontMetricsF metrics(m_small);
    auto text = distanceLabel(*m_frame.crosshair - m_frame.source->now(), axisStep(m_frame.scale, 1)) + u" · "_s
        + m_frame.source->timeText(*m_frame.crosshair);
    if (!m_frame.crosshairWord.isEmpty())
        text += u" · "_s + m_frame.crosshairWord;
    const auto width = figuresWidth(metrics, text) + 2 * grid::unit;
    const auto at = std::clamp(left - width / 2, static_cast<qreal>(m_frame.gutter), m_frame.size.width() - width);
    const QRectF place(at, (m_frame.axis - metrics.height()) / 2 - 1, width, metrics.height() + 2);
    m_painter.fillRect(place, m_palette.color(QPalette::Base));
    m_painter.setFont(m_small);
    m_painter.setPen(shades.accent);
    drawFigures(m_painter, place.adjusted(grid::unit, 0, 0, 0), Qt::AlignLeft, text);
}

} // namespace lockscope
