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

    /// In a window of its own above the button, until a click or Escape.
    static void popUpAbove(const QWidget *button, QWidget *page);
};

} // namespace lockscope
