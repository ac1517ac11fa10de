// SPDX-License-Identifier: MIT
// Releases as requests and answers. A Monitor has its own desk; another desk forwards to it from another thread; tests have desks of their
// own. Each answer carries the id of its request and arrives as a signal, on the desk's thread.
#pragma once

#include "lockcore/monitor/release/release.h"

#include <QObject>

namespace lockcore {

using RequestId = std::uint64_t;

/// An id that is unique in this process. Any thread.
RequestId newRequestId();

class ReleaseDesk : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseDesk)

public:
    using QObject::QObject;
    ~ReleaseDesk() override;

    /// Looks at the lock again; answered by planned(), even if the release is impossible. Changes nothing.
    virtual void plan(RequestId id, const ReleaseRequest &wish) = 0;

    /// The plan for the last known look. Sends nothing to the server. Answered by planned(); no answer if there is no such lock (any more).
    virtual void preview(RequestId id, const LockId &lock) = 0;

    /// Plans again and runs that plan, guarded by the look in the input. Answered by reported() and, if the release was done, by watched()
    /// at most 20 s later.
    virtual void release(RequestId id, const ReleasePlanInput &order) = 0;

signals:
    void planned(lockcore::RequestId id, const lockcore::ReleasePlan &plan);
    void reported(lockcore::RequestId id, const lockcore::ReleaseReport &report);
    void watched(lockcore::RequestId id, const lockcore::ReleaseAftermath &aftermath);
};

} // namespace lockcore
