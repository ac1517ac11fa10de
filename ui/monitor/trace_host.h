// SPDX-License-Identifier: MIT
// The traces of one server, on the thread that does the network I/O: created and used there.
#pragma once

#include "lockcore/base/scope.h"
#include "ui/monitor/trace_desk.h"

namespace lockscope {

class TraceHost final : public TraceDesk
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceHost)

public:
    explicit TraceHost(lockcore::Endpoint endpoint, QObject *parent = nullptr);
    ~TraceHost() override; ///< closes the connections of a trace that runs

    void plan(lockcore::RequestId id, const lockcore::TraceOptions &wish) override;
    void run(lockcore::RequestId id, const lockcore::TraceOptions &wish) override;
    void stop() override;

private:
    void begin(lockcore::RequestId id);
    void drop();
    void hand(std::vector<lockcore::TraceItem> items);
    lockcore::Task<lockcore::Result<lockcore::TracePlan>> makePlan(lockcore::TraceOptions wish);
    lockcore::Task<void> planOnly(lockcore::TraceOptions wish);
    lockcore::Task<void> planAndRun(lockcore::TraceOptions wish);

    const lockcore::Endpoint m_endpoint;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    std::unique_ptr<lockcore::Tracer> m_tracer; ///< null: nothing is under way
    lockcore::RequestId m_id = 0;
    std::string m_node;      ///< of a cluster: the one that the last plan named
    bool m_isRun = false;    ///< not only a plan
    bool m_hasBegun = false; ///< the server shows its commands
    lockcore::Scope m_running;
};

} // namespace lockscope
