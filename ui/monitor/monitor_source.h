// SPDX-License-Identifier: MIT
// Where a MonitorPage gets its changes: in the program from a Monitor on its own thread, in tests from the test.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QObject>

namespace lockscope {

class MonitorSource : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorSource)

public:
    using QObject::QObject;
    ~MonitorSource() override = default;

    virtual void start() = 0;
    virtual void retryNow() = 0; ///< while the connection is lost; the shown content stays

    /// Answered by releasePlanned(): what a fresh look shows and what would run. Changes nothing.
    virtual void planRelease(const lockcore::ReleaseWish &wish) = 0;

    /// Answered by releasePreviewed(): what would run, as far as known without asking the server. No answer: no such lock.
    virtual void previewRelease(const lockcore::LockId &id) = 0;

    /// Answered by releaseReported() and, if it was done, by releaseWatched() within 20 s.
    virtual void release(const lockcore::ReleaseOrder &order) = 0;

signals:
    void changed(const lockcore::MonitorChange &change);
    void releasePlanned(const lockcore::ReleasePlan &plan);
    void releasePreviewed(const lockcore::ReleasePlan &plan);
    void releaseReported(const lockcore::ReleaseReport &report);
    void releaseWatched(const lockcore::ReleaseAftermath &aftermath);
};

} // namespace lockscope
