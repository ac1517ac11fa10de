// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_ink.h"

#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_source.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>

#include <cmath>

namespace lockscope {

namespace {

constexpr qreal hatchPeriod = 6; // px

QPixmap emptyTile(QSizeF size, qreal scale)
{
    QPixmap tile((size * scale).toSize());
    tile.setDevicePixelRatio(scale);
    tile.fill(Qt::transparent);
    return tile;
}

// One period of slanted lines, cached for each colour and scale.
QPixmap hatchTile(const QColor &colour, qreal scale)
{
    const auto key = QStringLiteral("timeline-hatch-%1-%2").arg(colour.rgba()).arg(scale);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile))
        return tile;
    tile = emptyTile({hatchPeriod, hatchPeriod}, scale);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    for (const qreal shift : {-hatchPeriod, 0.0, hatchPeriod})
        painter.drawLine(QPointF(shift - 1, hatchPeriod + 1), QPointF(shift + hatchPeriod + 1, -1));
    QPixmapCache::insert(key, tile);
    return tile;
}

} // namespace

QColor lookColour(const TimelineLook &look, const QPalette &palette)
{
    switch (look.tone) {
    case TimelineLook::Tone::Plain: break;
    case TimelineLook::Tone::Warning: return shadesOf(palette).warning;
    case TimelineLook::Tone::Danger: return shadesOf(palette).danger;
    }
    return palette.color(QPalette::Text);
}

QColor waitingColour(const QPalette &palette) { return faded(palette.color(QPalette::Text), shadesOf(palette).dark ? 0.55F : 0.4F); }

QColor faded(QColor colour, float alpha)
{
    colour.setAlphaF(colour.alphaF() * alpha);
    return colour;
}

QFont smallFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.9);
    return font;
}

QPixmap triangleTile(const QColor &colour, qreal scale)
{
    const auto key = QStringLiteral("timeline-triangle-%1-%2").arg(colour.rgba()).arg(scale);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile))
        return tile;
    tile = emptyTile({8, 6}, scale);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path(QPointF(0, 0));
    path.lineTo(8, 0);
    path.lineTo(4, 6);
    painter.fillPath(path, colour);
    QPixmapCache::insert(key, tile);
    return tile;
}

void paintKnownDot(QPainter &painter, const QPointF &at, const QPalette &palette)
{
    constexpr qreal radius = 1.75; // px
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(QPalette::Text));
    painter.drawEllipse(at - QPointF(0, radius + 1), radius, radius);
    painter.restore();
}

TimelineHatch::TimelineHatch(const QColor &colour, const QPainter &painter)
    : m_colour(colour)
    , m_tile(hatchTile(colour, painter.device()->devicePixelRatioF()))
{ }

void TimelineHatch::fill(QPainter &painter, const QRectF &rect, qreal origin) const
{
    if (isTooNarrow(rect.width()))
        return painter.fillRect(rect, shade());
    const auto offset = std::fmod(rect.left() - origin, hatchPeriod);
    painter.drawTiledPixmap(rect, m_tile, QPointF(offset < 0 ? offset + hatchPeriod : offset, 0));
}

bool TimelineHatch::isTooNarrow(qreal width) const { return width < hatchPeriod / 2; }

QColor TimelineHatch::shade() const { return faded(m_colour, 0.5F); }

} // namespace lockscope
