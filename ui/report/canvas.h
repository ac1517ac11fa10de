// SPDX-License-Identifier: MIT
// The few shapes of which a timeline is drawn. The report writes them as SVG, the window paints them: one drawing for both. Units are
// pixels at 100 %. Texts come from workers and files, so an implementation must escape what its medium would interpret. One thread.
#pragma once

#include "ui/report/ink.h"

#include <array>
#include <functional>
#include <span>

namespace lockscope {

struct Bar
{
    double x = 0, y = 0, width = 0, height = 0;
    Ink ink = Ink::Text;
    double opacity = 1;
    double round = 0;
    bool outline = false; ///< dashed, in the same ink
    /// The text for a pointer over the bar. A picture has thousands of bars, and few are pointed at, so the text is made on request, even
    /// after the canvas is gone. Therefore the function may refer only to the lanes.
    std::function<QString()> title{};
};

struct Label
{
    enum class Anchor { Start, Middle, End };

    double x = 0, y = 0; ///< left end of the base line
    QString text;
    Ink ink = Ink::Text;
    Anchor anchor = Anchor::Start;
    double size = 11;
    bool bold = false;
    bool fixed = false; ///< fixed-width font
    double since = 0;   ///< x of the beginning of its subject; where the label is left of this, it announces something later
};

/// A short text on a filled background.
struct Badge
{
    double x = 0, y = 0, width = 0, height = 0;
    QString text;
    Ink ink = Ink::Text;
    double since = 0; ///< see Label::since
};

struct CanvasPoint
{
    double x = 0, y = 0;
};

/// A pointer target for an item that is too thin to point at. A medium without a pointer ignores it.
struct Spot
{
    double x = 0, y = 0, width = 0, height = 0;
    std::uint64_t entry = 0; ///< number of its entry in the history; 0: none
    QString text{};
};

class Canvas
{
public:
    Canvas() = default;
    Canvas(const Canvas &) = delete;
    Canvas &operator=(const Canvas &) = delete;
    virtual ~Canvas() = default;

    virtual void bar(const Bar &bar) = 0;
    virtual void line(double x1, double y1, double x2, double y2, Ink ink, double width = 1, double opacity = 1, bool dashed = false) = 0;
    virtual void poly(std::span<const CanvasPoint> points, Ink ink, double width = 1) = 0;
    virtual void area(std::span<const CanvasPoint> points, Ink ink, double opacity) = 0; ///< filled
    virtual void dot(double x, double y, double radius, Ink ink) = 0;
    virtual void label(const Label &label) = 0;
    virtual void beginLink(std::uint64_t entry) = 0; ///< links what follows, until endLink(), to an entry of the history
    virtual void endLink() = 0;
    virtual void spot(const Spot &) { }

    virtual void badge(const Badge &badge)
    {
        bar({badge.x, badge.y, badge.width, badge.height, Ink::Base, 1, 3});
        bar({badge.x, badge.y, badge.width, badge.height, badge.ink, 0.14, 3});
        label({badge.x + badge.width / 2, badge.y + badge.height - 4, badge.text, badge.ink, Label::Anchor::Middle, 10, true, true});
    }

    /// The end of an arrow or the like, around the moment that it marks: the x of its middle point.
    virtual void head(const std::array<CanvasPoint, 3> &points, Ink ink, double width) { poly(points, ink, width); }

    void cross(double x, double y, double reach, Ink ink)
    {
        line(x - reach, y - reach, x + reach, y + reach, ink, 2);
        line(x - reach, y + reach, x + reach, y - reach, ink, 2);
    }

    /// The width of a text.
    double widthOf(const QString &text, double size = 11, bool fixed = false, bool bold = false) const
    {
        return measure(text, size, fixed, bold);
    }

private:
    virtual double measure(const QString &text, double size, bool fixed, bool bold) const = 0;
};

} // namespace lockscope
