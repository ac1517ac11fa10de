// SPDX-License-Identifier: MIT
// A Monitor on its own thread, where all of its network I/O happens. Changes arrive on the thread of this object, one after the
// other, as values. The destructor stops the Monitor and waits for its thread.
#pragma once

#include "ui/monitor/monitor_source.h"

#include <QThread>

namespace lockscope {

class MonitorThread final : public MonitorSource
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorThread)

public:
    explicit MonitorThread(lockcore::Endpoint endpoint, lockcore::MonitorOptions options = {}, QObject *parent = nullptr);
    ~MonitorThread() override;

    void start() override;
    void retryNow() override;
    void planRelease(const lockcore::ReleaseWish &wish) override;
    void previewRelease(const lockcore::LockId &id) override;
    void release(const lockcore::ReleaseOrder &order) override;

signals: // to the Monitor, on its own thread
    void retryWanted();
    void planWanted(const lockcore::ReleaseWish &wish);
    void previewWanted(const lockcore::LockId &id);
    void releaseWanted(const lockcore::ReleaseOrder &order);

private:
    std::unique_ptr<QThread> m_thread;
};

} // namespace lockscope
