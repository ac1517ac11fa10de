// SPDX-License-Identifier: MIT
// Text in the columns of a terminal, where an emoji takes two and an accent none.
#pragma once

#include <QString>

namespace lockscope {

struct TextStyle
{
    int width = 0;       ///< columns of the terminal; 0: not a terminal, nothing is cut
    bool colour = false;
};

int columnsOf(const QString &text);
QString elidedTo(const QString &text, int columns); ///< in the middle; ≤ 0 leaves it as it is
QString padded(const QString &text, int columns, Qt::Alignment alignment = Qt::AlignLeft);

/// `text` between the escape sequences for `code`, e.g. "1;31"; as it is without colour or code.
QString coloured(const QString &text, const QString &code, const TextStyle &style);

} // namespace lockscope
