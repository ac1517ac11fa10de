// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_painter.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_ink.h"
#include "ui/widgets/timeline_lane_painter.h"

#include <QPainter>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

TimelinePainter::TimelinePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette, const QFont &font)
    : m_painter(painter)
    , m_frame(frame)
    , m_palette(palette)
    , m_font(font)
    , m_small(smallFont(font))
{ }

void TimelinePainter::paint()
{
    m_painter.fillRect(QRect(QPoint(0, 0), m_frame.size), m_palette.color(QPalette::Base));
    paintAxis();
    m_painter.save();
    m_painter.setClipRect(QRect(0, m_frame.axis, m_frame.size.width(), m_frame.lanes.height));
    paintLanes();
    paintBands();
    m_painter.restore();
    paintCrosshair();
}

void TimelinePainter::paintLanes()
{
    TimelineLanePainter lanes(m_painter, m_frame, m_palette, m_font);
    for (int position = m_frame.lanes.first(); position <= m_frame.lanes.last(); ++position)
        lanes.paint(position);
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
    const auto taken = crosshairLabel();
    m_painter.setFont(m_small);
    for (const auto time : axisTicks(m_frame.scale, m_frame.plotWidth(), origin, step)) {
        const int x = m_frame.gutter + static_cast<int>(m_frame.scale.xOf(time));
        m_painter.fillRect(QRect(x, m_frame.axis, 1, m_frame.lanes.height), shades.hairline);
        const auto text = label(time, step);
        const auto width = metrics.horizontalAdvance(text);
        const auto left = qMin(x - width / 2, m_frame.size.width() - width - grid::unit);
        const QRectF place(left, 0, width + 1, m_frame.axis);
        if (left < m_frame.gutter - width / 2 - 1 || place.intersects(taken)) // half a label is useless
            continue;
        m_painter.setPen(shades.secondary);
        drawFigures(m_painter, place, Qt::AlignLeft, text);
    }
}

// Neighbours that were lost together have one word.
void TimelinePainter::paintBands()
{
    const TimelineHatch hatch(faded(shadesOf(m_palette).faint, 0.35F), m_painter);
    const QRectF all(m_frame.gutter, m_frame.axis, m_frame.plotWidth(), m_frame.lanes.height);
    for (const auto &band : m_frame.source->bands())
        paintBand(band, all, hatch, true);
    QStringList above;
    for (int position = m_frame.lanes.first(); position <= m_frame.lanes.last(); ++position) {
        const QRectF lane(all.left(), m_frame.axis + m_frame.lanes.topOf(position), all.width(), m_frame.lanes.laneHeight);
        QStringList words;
        for (const auto &gap : m_frame.source->gaps(position)) {
            paintBand(gap, lane, hatch, !above.contains(gap.word));
            words << gap.word;
        }
        above = words;
    }
}

void TimelinePainter::paintBand(const TimelineBand &band, const QRectF &lanes, const TimelineHatch &hatch, bool withWord)
{
    const auto left = band.begin ? std::max(0.0, m_frame.scale.xOf(*band.begin)) : 0.0;
    const auto right = std::min(lanes.width(), m_frame.scale.xOf(band.end.value_or(m_frame.source->now())));
    if (right <= 0 || left >= lanes.width() || right < left)
        return;
    const QRectF rect(lanes.left() + left, lanes.top(), std::max(1.0, right - left), lanes.height());
    m_painter.fillRect(rect, faded(m_palette.color(QPalette::Base), 0.6F));
    hatch.fill(m_painter, rect, m_frame.timeOrigin());
    const QFontMetricsF metrics(m_small);
    const QRectF words(rect.left() + grid::spacing, rect.bottom() - metrics.height() - grid::unit, metrics.horizontalAdvance(band.word) + 1,
                       metrics.height());
    if (!withWord || words.right() > rect.right())
        return;
    m_painter.fillRect(words.adjusted(-grid::unit, 0, grid::unit, 0), m_palette.color(QPalette::Base));
    m_painter.setFont(m_small);
    m_painter.setPen(shadesOf(m_palette).secondary);
    m_painter.drawText(words, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, band.word);
}

// In the widget's coordinates; none: the crosshair is not visible.
std::optional<qreal> TimelinePainter::crosshairX() const
{
    if (!m_frame.crosshair)
        return {};
    const auto x = m_frame.scale.xOf(*m_frame.crosshair);
    return x < 0 || x > m_frame.plotWidth() ? std::nullopt : std::optional(m_frame.gutter + x);
}

QString TimelinePainter::crosshairText() const
{
    const auto text = distanceLabel(*m_frame.crosshair - m_frame.source->now(), axisStep(m_frame.scale, 1)) + u" · "_s
                      + m_frame.source->timeText(*m_frame.crosshair);
    return m_frame.crosshairWord.isEmpty() ? text : text + u" · "_s + m_frame.crosshairWord;
}

// The place of the crosshair's time on the axis. Empty: there is no crosshair.
QRectF TimelinePainter::crosshairLabel() const
{
    const auto x = crosshairX();
    if (!x)
        return {};
    const QFontMetricsF metrics(m_small);
    const auto width = figuresWidth(metrics, crosshairText()) + 2 * grid::unit;
    const auto left = std::clamp(*x - width / 2, static_cast<qreal>(m_frame.gutter), m_frame.size.width() - width);
    return {left, (m_frame.axis - metrics.height()) / 2 - 1, width, metrics.height() + 2};
}

void TimelinePainter::paintCrosshair()
{
    const auto x = crosshairX();
    if (!x)
        return;
    const auto &shades = shadesOf(m_palette);
    m_painter.setPen(QPen(shades.accent, 1, Qt::DashLine));
    m_painter.drawLine(QPointF(*x, m_frame.axis), QPointF(*x, m_frame.size.height()));
    m_painter.setFont(m_small);
    m_painter.setPen(shades.accent);
    drawFigures(m_painter, crosshairLabel().adjusted(grid::unit, 0, 0, 0), Qt::AlignLeft, crosshairText());
}

} // namespace lockscope
