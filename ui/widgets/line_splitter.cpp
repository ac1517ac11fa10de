// SPDX-License-Identifier: MIT
#include "ui/widgets/line_splitter.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockscope {

namespace {

class LineHandle final : public QSplitterHandle
{
public:
    using QSplitterHandle::QSplitterHandle;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const auto middle = rect().center();
        const auto colour = shadesOf(palette()).line;
        if (orientation() == Qt::Horizontal)
            painter.fillRect(QRect(middle.x(), 0, 1, height()), colour);
        else
            painter.fillRect(QRect(0, middle.y(), width(), 1), colour);
    }
};

} // namespace

LineSplitter::LineSplitter(Qt::Orientation orientation, QWidget *parent)
    : QSplitter(orientation, parent)
{
    setHandleWidth(1);
    setChildrenCollapsible(false);
}

QSplitterHandle *LineSplitter::createHandle() { return new LineHandle(orientation(), this); }

} // namespace lockscope
