// SPDX-License-Identifier: MIT
// A coloured frame over the edges of a window, which takes no clicks and no space: the window is in a state that must not be forgotten. GUI
// thread.
#pragma once

#include <QWidget>

namespace lockscope {

class EdgeFrame final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EdgeFrame)

public:
    explicit EdgeFrame(QWidget *around); ///< hidden; follows the size of `around`

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();
};

} // namespace lockscope
