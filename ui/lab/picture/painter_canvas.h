// SPDX-License-Identifier: MIT
// A canvas that paints in the colours of a palette and remembers the place of each item for the pointer. GUI thread.
#pragma once

#include "ui/report/canvas.h"

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QPalette>
#include <QPolygonF>
#include <QRectF>

#include <map>
#include <vector>

class QPainter;

namespace lockscope {

/// What the pointer finds at a place; in pixels of the painter.
struct PaintedSpot
{
    QRectF place;
    QString text;                     ///< empty: the text of the entry is used
    std::uint64_t entry = 0;          ///< 0: no entry
    std::function<QString()> title{}; ///< creates the text of a bar; refers to the lanes
};

/// A text with its place; in pixels of the painter.
struct PaintedLabel
{
    QPointF place; ///< left end of the base line
    QString text;
    QFont font;
    QColor colour;
    double since = 0; ///< see Label::since
    QRectF ground{};  ///< the background of a badge; null: the text is a label

    double left() const { return ground.isNull() ? place.x() : ground.left(); }
};

/// A sign that is wider than the moment that it marks; in pixels of the painter.
struct PaintedSign
{
    QPolygonF line;  ///< empty: a dot
    QPointF middle;  ///< its x is the moment
    double size = 0; ///< the radius of a dot, or the width of the line
    QColor colour;
};

class PainterCanvas final : public Canvas
{
public:
    /// Without a painter it only measures and remembers. The painter must outlive this object.
    PainterCanvas(QPainter *painter, const QPalette &palette, const QFont &font);

    /// Pixels of the painter per unit of the canvas. The size of the drawing follows the font.
    static double scaleOf(const QFont &font);
    double scale() const { return m_scale; }

    void bar(const Bar &bar) override;
    void line(double x1, double y1, double x2, double y2, Ink ink, double width = 1, double opacity = 1, bool dashed = false) override;
    void poly(std::span<const CanvasPoint> points, Ink ink, double width = 1) override;
    void area(std::span<const CanvasPoint> points, Ink ink, double opacity) override;
    void dot(double x, double y, double radius, Ink ink) override;
    void head(const std::array<CanvasPoint, 3> &points, Ink ink, double width) override;
    void label(const Label &label) override;
    void beginLink(std::uint64_t) override { }
    void endLink() override { }
    void spot(const Spot &spot) override;
    void badge(const Badge &badge) override;

    /// After this call, badges and the labels of what begins somewhere are not painted but returned by takeEarly(), because they extend
    /// left or right of their subject.
    void keepEarly() { m_keepsEarly = true; }
    std::vector<PaintedLabel> takeEarly() { return std::exchange(m_early, {}); }

    std::vector<PaintedSign> takeSigns() { return std::exchange(m_signs, {}); } ///< painted since keepEarly()

    std::vector<PaintedSpot> takeSpots() { return std::exchange(m_spots, {}); } ///< in the order of painting: the topmost is the last

    static void paint(QPainter &painter, const PaintedLabel &label, const QPalette &palette);
    static void paint(QPainter &painter, const PaintedSign &sign);

private:
    struct Face
    {
        QFont font;
        QFontMetricsF metrics;
        mutable QHash<QString, double> widths{}; ///< cache: the same few command names are measured again and again
    };
    using FaceKey = std::tuple<double, bool, bool>;

    double measure(const QString &text, double size, bool fixed, bool bold) const override;
    const Face &face(double size, bool fixed, bool bold) const;
    QColor colour(Ink ink, double opacity = 1) const;
    double snapped(double value) const; ///< aligned to a device pixel, so that edges are sharp
    QPolygonF shapeOf(std::span<const CanvasPoint> points) const;
    QRectF placeOf(double x, double y, double width, double height) const;
    void show(const PaintedSign &sign);

    QPainter *m_painter;
    QPalette m_palette;
    QFont m_font;
    double m_scale;
    double m_dots; ///< device pixels per pixel of the painter
    mutable std::map<FaceKey, Face> m_faces;
    std::vector<PaintedSpot> m_spots;
    bool m_keepsEarly = false;
    std::vector<PaintedLabel> m_early;
    std::vector<PaintedSign> m_signs;
};

} // namespace lockscope
