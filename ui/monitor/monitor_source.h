// SPDX-License-Identifier: MIT
// Where a MonitorPage gets its changes: in the program, from a Monitor on a separate thread; in tests, from the test.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/release/release_desk.h"

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
    virtual void retryNow() = 0;                                        ///< see Monitor::retryNow(); the shown content does not change
    virtual void select(const std::optional<lockcore::LockId> &id) = 0; ///< see Monitor::select(); may be called once it has started
    virtual void setAttentionAfter(lockcore::Milliseconds after) = 0;   ///< see MonitorOptions; may be called at any time

    /// The desk for releases on this server. It lives as long as the source.
    virtual lockcore::ReleaseDesk *desk() = 0;

signals:
    void changed(const lockcore::MonitorChange &change);
};

} // namespace lockscope
