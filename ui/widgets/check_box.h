// SPDX-License-Identifier: MIT
// A check box whose box is visible in every appearance. (The style derives the outline from the window's colour, which gives black on
// black.)
#pragma once

#include <QCheckBox>

namespace lockscope {

class CheckBox final : public QCheckBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckBox)

public:
    using QCheckBox::QCheckBox;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lockscope
