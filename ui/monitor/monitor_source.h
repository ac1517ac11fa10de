// SPDX-License-Identifier: MIT
// Where a MonitorPage gets its changes: in the program, from a Monitor on a separate thread; in tests, from the test.
#pragma once

#include "lockcore/monitor/format_trial.h"
#include "lockcore/monitor/key_lookup.h"
#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/reading/user_pattern.h"
#include "lockcore/monitor/release/release_desk.h"

#include <QObject>

namespace lockscope {

class TraceDesk;

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

    virtual void setPatterns(const std::vector<lockcore::UserPattern> &patterns) = 0; ///< see Monitor::setPatterns(); once it has started

    /// See Monitor::tryFormat(); may be called once it has started.
    virtual void tryFormat(lockcore::RequestId id, const lockcore::FormatRow &row, const lockcore::Bytes &first) = 0;
    virtual void endTrial() = 0;

    virtual void lookUp(lockcore::RequestId id, const lockcore::Bytes &key) = 0; ///< see Monitor::lookUp(); once it has started

    /// The desk for releases on this server. It lives as long as the source.
    virtual lockcore::ReleaseDesk *desk() = 0;

    virtual TraceDesk *traces() = 0; ///< for traces of this server; it lives as long as the source

signals:
    void changed(const lockcore::MonitorChange &change);
    void tried(lockcore::RequestId id, const lockcore::FormatTrial &trial);
    void lookedUp(lockcore::RequestId id, const lockcore::KeyFinding &finding);
};

} // namespace lockscope
