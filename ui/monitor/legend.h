// SPDX-License-Identifier: MIT
// What the signs of table and timeline mean: glyphs, bars, hatching, ticks, "≥" and "?". Each leads to the glossary.
#pragma once

#include <QWidget>

namespace lockscope {

class Legend final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Legend)

public:
    explicit Legend(QWidget *parent = nullptr);

    static void popUp(QWidget *page); ///< in a window of its own over the page, until a click or Escape
};

} // namespace lockscope
