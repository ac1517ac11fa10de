// SPDX-License-Identifier: MIT
// A Monitor on its own thread, where all of its network I/O happens. Changes and the answers of its desk arrive on the thread of this
// object, one after the other, as values. The destructor stops the Monitor and waits for its thread.
#pragma once

#include "lockcore/monitor/watch/monitor_options.h"
#include "lockcore/redis/endpoint.h"
#include "ui/monitor/monitor_source.h"

#include <QThread>

#include <functional>

namespace lockcore {
class Monitor;
}

namespace lockscope {

class MonitorThread final : public MonitorSource
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorThread)

public:
    using Request = std::function<void(lockcore::Monitor &)>;

    explicit MonitorThread(lockcore::Endpoint endpoint, lockcore::MonitorOptions options = {}, QObject *parent = nullptr);
    ~MonitorThread() override;

    void start() override;
    void retryNow() override;
    void select(const std::optional<lockcore::LockId> &id) override;
    void setAttentionAfter(lockcore::Milliseconds after) override;
    lockcore::ReleaseDesk *desk() override { return m_desk.get(); }

signals:
    void requested(const Request &request); ///< of the Monitor, on its own thread

private:
    const lockcore::Endpoint m_endpoint;
    lockcore::MonitorOptions m_options; ///< with which it starts
    std::unique_ptr<lockcore::ReleaseDesk> m_desk;
    std::unique_ptr<QThread> m_thread; ///< once it has started
};

} // namespace lockscope
