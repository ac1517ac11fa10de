// SPDX-License-Identifier: MIT
// What a Monitor does for its address: for one server a ServerMonitor, for a cluster a ClusterMonitor. monitor.h says what each call and
// signal means. On the Monitor's thread.
#pragma once

#include "lockcore/monitor/format_trial.h"
#include "lockcore/monitor/key_lookup.h"
#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/release/release_desk.h"
#include "lockcore/monitor/watch/monitor_options.h"

#include <QObject>

namespace lockcore {

class MonitorEngine : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorEngine)

public:
    using QObject::QObject;
    ~MonitorEngine() override;

    virtual ReleaseDesk &desk() = 0;
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void retryNow() = 0;
    virtual void select(const std::optional<LockId> &id) = 0;
    virtual void setAttentionAfter(Milliseconds after) = 0;
    virtual void setPatterns(const std::vector<UserPattern> &patterns) = 0;
    virtual void tryFormat(RequestId id, const FormatRow &row, const Bytes &first) = 0;
    virtual void endTrial() = 0;
    virtual void lookUp(RequestId id, const Bytes &key) = 0;

signals:
    void changed(const lockcore::MonitorChange &change);
    void tried(lockcore::RequestId id, const lockcore::FormatTrial &trial);
    void lookedUp(lockcore::RequestId id, const lockcore::KeyFinding &finding);
};

} // namespace lockcore
