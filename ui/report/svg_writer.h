// SPDX-License-Identifier: MIT
// Writes the few shapes of a timeline as SVG. Units are pixels at 100 %; texts are escaped by it. One thread.
#pragma once

#include "ui/report/ink.h"

namespace lockscope {

struct Bar
{
    double x = 0, y = 0, width = 0, height = 0;
    Ink ink = Ink::Text;
    double opacity = 1;
    double round = 0;
    bool outline = false; ///< dashed, in the same ink
    QString title{};      ///< what a pointer over it reads
};

struct Label
{
    enum class Anchor { Start, Middle, End };

    double x = 0, y = 0; ///< of its base line
    QString text;
    Ink ink = Ink::Text;
    Anchor anchor = Anchor::Start;
    double size = 11;
    bool bold = false;
    bool fixed = false; ///< fixed width
};

class SvgWriter final
{
public:
    void bar(const Bar &bar);
    void line(double x1, double y1, double x2, double y2, Ink ink, double width = 1, double opacity = 1, bool dashed = false);
    void poly(const QString &points, Ink ink, double width = 1); ///< "x,y x,y …"
    void dot(double x, double y, double radius, Ink ink);
    void cross(double x, double y, double reach, Ink ink);
    void label(const Label &label);
    void beginLink(const QString &target); ///< "#e41"; until endLink()
    void endLink();

    /// The whole picture, on the ground of the page.
    QString document(double width, double height, double margin, const QString &title, const QString &description,
                     const QString &style) const;

    static QString number(double value); ///< at most one decimal, whatever the locale

    /// How much room a text takes, roughly: the program that shows it chooses the fonts.
    static double widthOf(const QString &text, double size = 11, bool fixed = false);

private:
    QString m_text;
};

} // namespace lockscope
