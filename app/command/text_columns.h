// SPDX-License-Identifier: MIT
// Text measured in terminal columns: an emoji takes two, a combining accent none.
#pragma once

#include <QStringList>

namespace lockscope {

struct TextStyle
{
    int width = 0; ///< columns of the terminal; 0: not a terminal, nothing is cut
    bool colour = false;
};

int columnsOf(const QString &text);
QString elidedTo(const QString &text, int columns);    ///< cut in the middle; unchanged if `columns` ≤ 0
QStringList wrapped(const QString &text, int columns); ///< broken between words; a longer word gets its own line

/// `text` in lines of a terminal, broken between words; further lines are indented. The first line already has `indent` columns before the
/// text.
QString fitted(const QString &text, int width, int indent = 0);
QString padded(const QString &text, int columns, Qt::Alignment alignment = Qt::AlignLeft);

/// `text` between the escape sequences for `code`, e.g. "1;31"; unchanged without colour or code.
QString coloured(const QString &text, const QString &code, const TextStyle &style);

} // namespace lockscope
