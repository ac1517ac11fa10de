// SPDX-License-Identifier: MIT
// A canvas that writes an SVG document. Links go to the page's events, `#e41`. One thread.
#pragma once

#include "ui/report/canvas.h"

namespace lockscope {

class SvgWriter final : public Canvas
{
public:
    void bar(const Bar &bar) override;
    void line(double x1, double y1, double x2, double y2, Ink ink, double width = 1, double opacity = 1, bool dashed = false) override;
    void poly(std::span<const CanvasPoint> points, Ink ink, double width = 1) override;
    void area(std::span<const CanvasPoint> points, Ink ink, double opacity) override;
    void dot(double x, double y, double radius, Ink ink) override;
    void label(const Label &label) override;
    void beginLink(std::uint64_t entry) override;
    void endLink() override;

    /// A line and a veil to its right, at x = 0 and hidden until the page's style says where. `classes`: of the group.
    void cursor(const QString &classes, double top, double bottom, double width);

    /// The whole picture on the page's background.
    QString document(double width, double height, double margin, const QString &title, const QString &description,
                     const QString &style) const;

private:
    /// An estimate: the program that shows the SVG chooses the fonts.
    double measure(const QString &text, double size, bool fixed, bool bold) const override;

    QString m_text;
};

} // namespace lockscope
