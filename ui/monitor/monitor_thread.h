// SPDX-License-Identifier: MIT
// A Monitor on a separate thread, which does all its network I/O. Changes and the answers of its desk arrive on the thread of this object,
// one after the other, as values. The destructor stops the Monitor and waits for its thread.
#pragma once

#include "lockcore/monitor/watch/monitor_options.h"
#include "lockcore/redis/endpoint.h"
#include "ui/monitor/monitor_source.h"
#include "ui/monitor/trace_desk.h"

#include <QThread>

#include <functional>

namespace lockcore {
class Monitor;
}

namespace lockscope {

class DistantTraces;

class MonitorThread final : public MonitorSource
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorThread)

public:
    using Request = std::function<void(lockcore::Monitor &)>;
    using TraceRequest = std::function<void(TraceDesk &)>;

    explicit MonitorThread(lockcore::Endpoint endpoint, lockcore::MonitorOptions options = {}, QObject *parent = nullptr);
    ~MonitorThread() override;

    void start() override;
    void retryNow() override;
    void select(const std::optional<lockcore::LockId> &id) override;
    void setAttentionAfter(lockcore::Milliseconds after) override;
    void setPatterns(const std::vector<lockcore::UserPattern> &patterns) override;
    void tryFormat(lockcore::RequestId id, const lockcore::FormatRow &row, const lockcore::Bytes &first) override;
    void endTrial() override;
    void lookUp(lockcore::RequestId id, const lockcore::Bytes &key) override;
    lockcore::ReleaseDesk *desk() override { return m_desk.get(); }
    TraceDesk *traces() override { return m_traces.get(); }

signals:
    void requested(const Request &request); ///< a request for the Monitor, delivered on the Monitor's thread
    void traceRequested(const TraceRequest &request);

private:
    friend class DistantTraces;

    const lockcore::Endpoint m_endpoint;
    lockcore::MonitorOptions m_options; ///< the Monitor starts with these; as they are now
    std::unique_ptr<lockcore::ReleaseDesk> m_desk;
    std::unique_ptr<TraceDesk> m_traces;
    std::unique_ptr<QThread> m_thread; ///< null until it has started
};

} // namespace lockscope
