// SPDX-License-Identifier: MIT
// Traces of one server as requests and answers: in the program, made on the Monitor's thread; in tests, answered by the test. At most one
// trace at a time: a request replaces the one before.
#pragma once

#include "lockcore/monitor/release/release_desk.h"
#include "lockcore/monitor/trace/tracer.h"

#include <QObject>

namespace lockscope {

class TraceDesk : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceDesk)

public:
    using QObject::QObject;
    ~TraceDesk() override = default;

    /// What the trace would cost: planned() or failed() answers. No connection stays open.
    virtual void plan(lockcore::RequestId id, const lockcore::TraceOptions &wish) = 0;

    /// Begins, unless something hinders it by now, or another node of a cluster has the lock by now: planned() says so. Otherwise failed() or
    /// ended() answers.
    virtual void run(lockcore::RequestId id, const lockcore::TraceOptions &wish) = 0;

    virtual void stop() = 0; ///< the trace that run() has begun, which then ends; or a plan, which then has no answer

signals:
    void planned(lockcore::RequestId id, const lockcore::TracePlan &plan);
    void failed(lockcore::RequestId id, const lockcore::Error &error);
    void found(lockcore::RequestId id, const std::vector<lockcore::TraceItem> &items); ///< without the commands of other clients
    void status(lockcore::RequestId id, const lockcore::TraceStatus &status);
    void ended(lockcore::RequestId id, const lockcore::TraceReport &report);
};

} // namespace lockscope
