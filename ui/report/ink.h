// SPDX-License-Identifier: MIT
// The colours of a page, named by their meaning. Each is a CSS variable that follows the reader's preference for light or dark. In SVG, its
// light value is also written as an attribute, for programs that do not know CSS. Any thread.
#pragma once

#include "ui/colours/colour_table.h"

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
    Owner5,
    LastOwner = Owner0 + static_cast<int>(ownerShades) - 1
};

Ink ownerInk(std::size_t index); ///< as ownerShade()

/// 0: no owner, or one of the first six; 1: a darker one of those; 2: a lighter one.
int ownerRound(Ink ink);

QString nameOf(Ink ink);  ///< `danger`, as in `var(--danger)`
QString lightOf(Ink ink); ///< `#b83a00`

/// The CSS variables for light and dark, and for each ink a class that fills (`f-danger`) and one that strokes (`s-danger`).
QString inkStyle();

} // namespace lockscope
