// SPDX-License-Identifier: MIT
#include "ui/lab/picture/painter_canvas.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <cmath>

namespace lockscope {

namespace {

constexpr double fontUnits = 12; // size of a lane's name, which uses the widget's font
constexpr double thin = 3;       // units
constexpr float badgeTint = 0.14F;
constexpr double heightUnits = 15; // height of a line of text in that font

QColor inkColour(Ink ink, const QPalette &palette)
{
    const auto &shades = shadesOf(palette);
    switch (ink) {
    case Ink::Base: return palette.color(QPalette::Base);
    case Ink::Text: return palette.color(QPalette::Text);
    case Ink::Secondary: return shades.secondary;
    case Ink::Faint: return shades.faint;
    case Ink::Line: return shades.line;
    case Ink::Hairline: return shades.hairline;
    case Ink::Pill: return shades.pill;
    case Ink::Selected: return shades.selected;
    case Ink::Warning: return shades.warning;
    case Ink::Danger: return shades.danger;
    case Ink::Good: return shades.good;
    case Ink::Accent: return shades.accent;
    default: return ownerColour(palette, static_cast<int>(ink) - static_cast<int>(Ink::Owner0));
    }
}

QFont sized(QFont font, double size)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * size / fontUnits);
    else
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * size / fontUnits))));
    return font;
}

} // namespace

PainterCanvas::PainterCanvas(QPainter *painter, const QPalette &palette, const QFont &font)
    : m_painter(painter)
    , m_palette(palette)
    , m_font(font)
    , m_scale(scaleOf(font))
    , m_dots(painter ? painter->device()->devicePixelRatioF() : 1)
{ }

double PainterCanvas::scaleOf(const QFont &font) { return std::max(0.5, QFontMetricsF(font).height() / heightUnits); }

const PainterCanvas::Face &PainterCanvas::face(double size, bool fixed, bool bold) const
{
    const FaceKey key{size, fixed, bold};
    const auto found = m_faces.find(key);
    if (found != m_faces.end())
        return found->second;
    auto font = sized(fixed ? fixedFont(m_font) : m_font, size);
    if (bold)
        font.setWeight(QFont::DemiBold);
    return m_faces.emplace(key, Face{font, QFontMetricsF(font), {}}).first->second;
}

double PainterCanvas::measure(const QString &text, double size, bool fixed, bool bold) const
{
    const auto &face = this->face(size, fixed, bold);
    auto known = face.widths.find(text);
    if (known == face.widths.end())
        known = face.widths.insert(text, face.metrics.horizontalAdvance(text));
    return *known / m_scale;
}

QColor PainterCanvas::colour(Ink ink, double opacity) const
{
    auto colour = inkColour(ink, m_palette);
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

double PainterCanvas::snapped(double value) const { return std::round(value * m_dots) / m_dots; }

QRectF PainterCanvas::placeOf(double x, double y, double width, double height) const
{
    const QPointF from(snapped(x * m_scale), snapped(y * m_scale));
    // A thin bar must have the same thickness everywhere.
    const auto bottom = height <= thin ? from.y() + snapped(height * m_scale) : snapped((y + height) * m_scale);
    const QPointF to(snapped((x + width) * m_scale), bottom);
    return {from, QSizeF(std::max(to.x() - from.x(), 1 / m_dots), std::max(to.y() - from.y(), 1 / m_dots))};
}

void PainterCanvas::bar(const Bar &bar)
{
    const auto place = placeOf(bar.x, bar.y, bar.width, bar.height);
    if (bar.title)
        m_spots.push_back({place, {}, 0, bar.title});
    if (!m_painter)
        return;
    if (bar.round > 0) {
        m_painter->setRenderHint(QPainter::Antialiasing);
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(colour(bar.ink, bar.opacity));
        m_painter->drawRoundedRect(place, bar.round * m_scale, bar.round * m_scale);
    } else {
        m_painter->fillRect(place, colour(bar.ink, bar.opacity));
        if (bar.ink >= Ink::Owner0 && bar.height > thin)
            m_painter->fillRect(place, ownerHatch(m_palette, static_cast<int>(bar.ink) - static_cast<int>(Ink::Owner0)));
    }
    if (!bar.outline)
        return;
    QPen pen(colour(bar.ink), 1, Qt::CustomDashLine);
    pen.setDashPattern({3, 2});
    m_painter->setRenderHint(QPainter::Antialiasing, false);
    m_painter->setPen(pen);
    m_painter->setBrush(Qt::NoBrush);
    m_painter->drawRect(place.adjusted(0, 0, -1, -1));
}

void PainterCanvas::line(double x1, double y1, double x2, double y2, Ink ink, double width, double opacity, bool dashed)
{
    if (!m_painter)
        return;
    const bool isStraight = x1 == x2 || y1 == y2;
    const auto thick = std::max(1.0, std::floor(width * m_scale));
    if (isStraight && !dashed) {
        const auto half = thick / 2 / m_scale;
        const bool isUpright = x1 == x2;
        auto place = isUpright ? placeOf(x1 - half, std::min(y1, y2), 0, std::abs(y2 - y1))
                               : placeOf(std::min(x1, x2), y1 - half, std::abs(x2 - x1), 0);
        (isUpright ? place.setWidth(thick) : place.setHeight(thick));
        return m_painter->fillRect(place, colour(ink, opacity));
    }
    QPen pen(colour(ink, opacity), isStraight ? thick : width * m_scale);
    if (dashed)
        pen.setDashPattern({2, 3});
    m_painter->setRenderHint(QPainter::Antialiasing, !isStraight);
    m_painter->setPen(pen);
    const auto shift = isStraight ? 0.5 : 0;
    const auto at = [&](double x, double y) { return QPointF(snapped(x * m_scale - shift) + shift, snapped(y * m_scale)); };
    m_painter->drawLine(at(x1, y1), at(x2, y2));
}

void PainterCanvas::poly(std::span<const CanvasPoint> points, Ink ink, double width)
{
    if (!m_painter)
        return;
    m_painter->setRenderHint(QPainter::Antialiasing);
    m_painter->setPen(QPen(colour(ink), width * m_scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter->setBrush(Qt::NoBrush);
    m_painter->drawPolyline(shapeOf(points));
}

void PainterCanvas::area(std::span<const CanvasPoint> points, Ink ink, double opacity)
{
    if (!m_painter)
        return;
    m_painter->setRenderHint(QPainter::Antialiasing, false); // a line follows its edge; and a long run has thousands of points
    m_painter->setPen(Qt::NoPen);
    m_painter->setBrush(colour(ink, opacity));
    m_painter->drawPolygon(shapeOf(points));
}

QPolygonF PainterCanvas::shapeOf(std::span<const CanvasPoint> points) const
{
    QPolygonF shape;
    shape.reserve(static_cast<qsizetype>(points.size()));
    for (const auto &point : points)
        shape.append(QPointF(point.x, point.y) * m_scale);
    return shape;
}

void PainterCanvas::dot(double x, double y, double radius, Ink ink)
{
    if (!m_painter)
        return;
    show({{}, QPointF(x, y) * m_scale, radius * m_scale, colour(ink)});
}

void PainterCanvas::head(const std::array<CanvasPoint, 3> &points, Ink ink, double width)
{
    if (m_painter)
        show({shapeOf(points), QPointF(points[1].x, points[1].y) * m_scale, width * m_scale, colour(ink)});
}

void PainterCanvas::show(const PaintedSign &sign)
{
    paint(*m_painter, sign);
    if (m_keepsEarly)
        m_signs.push_back(sign);
}

void PainterCanvas::paint(QPainter &painter, const PaintedSign &sign)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (sign.line.isEmpty()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(sign.colour);
        painter.drawEllipse(sign.middle, sign.size, sign.size);
        return;
    }
    painter.setPen(QPen(sign.colour, sign.size, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(sign.line);
}

void PainterCanvas::label(const Label &label)
{
    if (!m_painter || label.text.isEmpty())
        return;
    const auto &face = this->face(label.size, label.fixed, label.bold);
    const auto width = face.metrics.horizontalAdvance(label.text);
    const auto share = label.anchor == Label::Anchor::End ? 1.0 : label.anchor == Label::Anchor::Middle ? 0.5 : 0.0;
    const QPointF place(snapped(label.x * m_scale - share * width), snapped(label.y * m_scale));
    if (m_keepsEarly && label.since > 0) { // the text may extend beyond its subject, so it is kept for painting in time
        m_early.push_back({place, label.text, face.font, colour(label.ink), label.since * m_scale});
        return;
    }
    m_painter->setFont(face.font);
    m_painter->setPen(colour(label.ink));
    m_painter->drawText(place, label.text);
}

void PainterCanvas::badge(const Badge &badge)
{
    if (!m_keepsEarly)
        return Canvas::badge(badge);
    const auto &face = this->face(10, true, true);
    const auto ground = placeOf(badge.x, badge.y, badge.width, badge.height);
    const QPointF place(snapped(ground.center().x() - face.metrics.horizontalAdvance(badge.text) / 2),
                        snapped((badge.y + badge.height - 4) * m_scale));
    m_early.push_back({place, badge.text, face.font, colour(badge.ink), badge.since * m_scale, ground});
}

void PainterCanvas::paint(QPainter &painter, const PaintedLabel &label, const QPalette &palette)
{
    if (!label.ground.isNull()) {
        auto tint = label.colour;
        tint.setAlphaF(badgeTint);
        const double round = 3 * scaleOf(label.font) * fontUnits / 10;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        for (const auto &colour : {palette.color(QPalette::Base), tint}) {
            painter.setBrush(colour);
            painter.drawRoundedRect(label.ground, round, round);
        }
    }
    painter.setFont(label.font);
    painter.setPen(label.colour);
    painter.drawText(label.place, label.text);
}

void PainterCanvas::spot(const Spot &spot)
{
    m_spots.push_back({placeOf(spot.x, spot.y, spot.width, spot.height), spot.text, spot.entry, {}});
}

} // namespace lockscope
