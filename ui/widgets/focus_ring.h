// SPDX-License-Identifier: MIT
// A frame around a widget while that has the keyboard focus: for what is painted and would not show it. Belongs to the widget.
#pragma once

#include <QWidget>

namespace lockscope {

class FocusRing final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FocusRing)

public:
    explicit FocusRing(QWidget *around, int thickness = 2); ///< px

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();

    int m_thickness;
};

} // namespace lockscope
