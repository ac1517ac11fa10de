// SPDX-License-Identifier: MIT
// A frame around a widget while it has the keyboard focus: for self-painted widgets that would not show the focus. The widget owns it.
#pragma once

#include <QWidget>

namespace lockscope {

class FocusRing final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FocusRing)

public:
    explicit FocusRing(QWidget *around, int thickness = 2); ///< `thickness` in px

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();

    int m_thickness;
};

} // namespace lockscope
