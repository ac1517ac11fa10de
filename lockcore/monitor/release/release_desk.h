// SPDX-License-Identifier: MIT
// Releases as questions and answers. A Monitor has its own desk; another one asks it from another thread; tests have theirs. Each answer
// carries the id of its question and arrives by a signal, on the thread of the desk.
#pragma once

#include "lockcore/monitor/release/release.h"

#include <QObject>

namespace lockcore {

using RequestId = std::uint64_t;

/// An id that nobody else in this process uses. Any thread.
RequestId newRequestId();

class ReleaseDesk : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseDesk)

public:
    using QObject::QObject;
    ~ReleaseDesk() override;

    /// Looks again; answered by planned(), even if the release is impossible. Changes nothing.
    virtual void plan(RequestId id, const ReleaseWish &wish) = 0;

    /// What would run, as far as the last look shows. Sends nothing to the server. Answered by planned(); no answer if there is no
    /// such lock (any more).
    virtual void preview(RequestId id, const LockId &lock) = 0;

    /// Plans again and runs that plan, guarded by what the order saw. Answered by reported() and, if it was done, by watched()
    /// within 20 s more.
    virtual void release(RequestId id, const ReleaseOrder &order) = 0;

signals:
    void planned(lockcore::RequestId id, const lockcore::ReleasePlan &plan);
    void reported(lockcore::RequestId id, const lockcore::ReleaseReport &report);
    void watched(lockcore::RequestId id, const lockcore::ReleaseAftermath &aftermath);
};

} // namespace lockcore
