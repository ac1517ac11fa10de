// SPDX-License-Identifier: MIT
// The colours of a page by their meaning. Each is a CSS variable that follows the reader's preference for light or dark; in SVG its
// light value is an attribute, too, for programs that know no CSS. Any thread.
#pragma once

#include <QString>

namespace lockscope {

enum class Ink {
    Base,
    Text,
    Secondary,
    Faint,
    Line,
    Hairline,
    Pill,
    Selected,
    Warning,
    Danger,
    Good,
    Accent,
    Owner0,
    Owner1,
    Owner2,
    Owner3,
    Owner4,
    Owner5
};

Ink ownerInk(std::size_t index); ///< repeats after the last one

QString nameOf(Ink ink);  ///< `danger`, as in `var(--danger)`
QString lightOf(Ink ink); ///< `#b83a00`

/// The variables for light and dark, and for each ink a class that fills (`f-danger`) and one that strokes (`s-danger`).
QString inkStyle();

} // namespace lockscope
