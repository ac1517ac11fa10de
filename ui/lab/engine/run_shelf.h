// SPDX-License-Identifier: MIT
// The kept runs of the usual place, read on a thread of its own: some have megabytes, and all may lie on a slow disk. GUI thread.
#pragma once

#include "ui/lab/library/library_model.h"
#include "ui/lab/player/shown_run.h"

#include <QObject>
#include <QThreadPool>

namespace lockscope {

class RunShelf final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunShelf)

public:
    explicit RunShelf(QObject *parent = nullptr);
    ~RunShelf() override; ///< waits for what is being read

    void list();                      ///< answered by listed()
    void open(const QString &folder); ///< answered by opened() or refused(), unless another one is opened before that

signals:
    void listed(const QList<lockscope::EarlierRun> &runs); ///< newest first
    void opened(const lockscope::ShownRunPtr &run);        ///< judged again
    void refused(const QString &sentence);

private:
    template <class Read, class Tell>
    void later(Read read, Tell tell);

    QThreadPool m_readers;
    int m_opening = 0; ///< how many were opened so far; only the answer for the last one counts
};

} // namespace lockscope
