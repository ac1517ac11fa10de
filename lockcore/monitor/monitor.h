// SPDX-License-Identifier: MIT
// Watches the locks of one server and reports changes. Lives on the thread that created it (the window gives it a thread of its
// own). start() connects; everything after that arrives as values, by signals.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/release/release.h"
#include "lockcore/monitor/watch/monitor_options.h"
#include "lockcore/redis/endpoint.h"

#include <QObject>

#include <memory>

namespace lockcore {

class Monitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Monitor)

public:
    explicit Monitor(Endpoint endpoint, MonitorOptions options = {}, QObject *parent = nullptr);
    ~Monitor() override;

public slots:
    void start();
    void stop();
    void retryNow(); ///< while the connection is lost: retry at once

    /// Looks again and answers with releasePlanned(), even if the release is impossible. Changes nothing.
    void planRelease(const lockcore::ReleaseWish &wish);

    /// Answers with releasePreviewed(): what would run, as far as the last look shows. Sends nothing to the server; no answer
    /// if there is no such lock (any more). A release itself is always planned again.
    void previewRelease(const lockcore::LockId &id);

    /// Runs planFor(order), guarded by what the order saw. Answers with releaseReported() and, if it was done, with
    /// releaseWatched(). The lock's events then report it as our own. Each order has its own answer.
    void release(const lockcore::ReleaseOrder &order);

signals:
    void changed(const lockcore::MonitorChange &change);
    void releasePlanned(const lockcore::ReleasePlan &plan);
    void releasePreviewed(const lockcore::ReleasePlan &plan);
    void releaseReported(const lockcore::ReleaseReport &report);
    void releaseWatched(const lockcore::ReleaseAftermath &aftermath);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockcore

Q_DECLARE_METATYPE(lockcore::MonitorChange)
