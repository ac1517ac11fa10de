// SPDX-License-Identifier: MIT
// A splitter whose handle is a line like the others. (A handle of one pixel can be grabbed a little beside it, too.)
#pragma once

#include <QSplitter>

namespace lockscope {

class LineSplitter final : public QSplitter
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LineSplitter)

public:
    explicit LineSplitter(Qt::Orientation orientation, QWidget *parent = nullptr);

protected:
    QSplitterHandle *createHandle() override;
};

} // namespace lockscope
