// SPDX-License-Identifier: MIT
// A check box whose box is seen in every appearance: the style derives its outline from the window's colour, and black on
// black is none.
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
