// SPDX-License-Identifier: MIT
// A splitter whose handle looks like the other lines. (The mouse can also grab a one-pixel handle slightly next to it.)
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
