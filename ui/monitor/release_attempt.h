// SPDX-License-Identifier: MIT
// One attempt to free one lock, from the first look to the aftermath: the wish, the plan shown, the result. It sends requests to a
// ReleaseDesk and never retries by itself. What it sends is exactly what was shown, byte for byte. GUI thread.
#pragma once

#include "lockcore/monitor/release/release_desk.h"

#include <QPointer>

namespace lockscope {

class ReleaseAttempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseAttempt)

public:
    enum class Stage {
        Looking,    ///< a plan was requested
        Impossible, ///< plan() says why
        Shown,      ///< plan() can be carried out
        Sent,       ///< sent, and there is no report yet
        Watching,   ///< done; watching what happens next
        Ended,      ///< report() has the result, and aftermath() what happened next, if that was watched
        CutOff,     ///< the connection was lost before the answer came
    };

    /// What has changed on the lock since the plan was shown. A change would make the release fail, but the guard in the script decides
    /// that, not this.
    enum class Since { Nothing, Renewed, OtherHolders, Gone };

    /// `desk` may be destroyed before the attempt.
    ReleaseAttempt(lockcore::ReleaseDesk *desk, lockcore::ReleaseRequest wish, QObject *parent = nullptr);

    void look();
    void setWish(const lockcore::ReleaseRequest &wish); ///< a changed wish causes a new look
    void carryOut(const QString &reason = {});          ///< allowed only in Shown; `reason` is for the audit

    void note(const lockcore::LockInfo &lock); ///< updates the judgement of whether the holder is alive, in plan(), too
    void noteGone();

    const lockcore::LockId &id() const { return m_wish.id; }
    const lockcore::ReleaseRequest &wish() const { return m_wish; }
    Stage stage() const { return m_stage; }
    Since since() const { return m_since; }
    const std::optional<lockcore::ReleasePlan> &plan() const { return m_plan; } ///< the last plan, even while a new look is in progress
    const std::optional<lockcore::ReleaseReport> &report() const { return m_report; }
    const std::optional<lockcore::ReleaseAftermath> &aftermath() const { return m_aftermath; }

    bool underWay() const { return m_stage == Stage::Sent || m_stage == Stage::Watching; }
    bool mayLookAgain() const; ///< connected, no request in progress, and the release is not done
    bool maybeNoLock() const;  ///< the evidence for a lock is too weak

signals:
    void changed();
    void ended(); ///< the state became Ended; emitted again after a new look and a new release

private:
    void takePlan(lockcore::RequestId id, const lockcore::ReleasePlan &plan);
    void takeReport(lockcore::RequestId id, const lockcore::ReleaseReport &report);
    void takeAftermath(lockcore::RequestId id, const lockcore::ReleaseAftermath &aftermath);
    void cutOff();
    void moveTo(Stage stage);

    QPointer<lockcore::ReleaseDesk> m_desk;
    lockcore::ReleaseRequest m_wish;
    lockcore::RequestId m_request = 0; ///< the last request; answers to earlier ones are ignored
    Stage m_stage = Stage::Looking;
    Since m_since = Since::Nothing;
    std::optional<lockcore::ReleasePlan> m_plan;
    std::optional<lockcore::ReleaseReport> m_report;
    std::optional<lockcore::ReleaseAftermath> m_aftermath;
};

} // namespace lockscope
