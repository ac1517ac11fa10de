// SPDX-License-Identifier: MIT
// One attempt to free one lock, from the first look to the aftermath: the wish, what was shown, the result. It asks a ReleaseDesk
// and never retries by itself. It orders exactly what was shown, byte for byte. GUI thread.
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
        Sent,       ///< until the report is there
        Watching,   ///< done; watching what happens next
        Ended,      ///< report() and, if it was watched, aftermath() say how
        CutOff,     ///< the connection is gone, and the answer with it
    };

    /// What the Monitor has seen of the lock since it was shown. This would make a release fail, but the guard decides, not this.
    enum class Since { Nothing, Renewed, OtherHolders, Gone };

    /// `desk` may end before the attempt does.
    ReleaseAttempt(lockcore::ReleaseDesk *desk, lockcore::ReleaseWish wish, QObject *parent = nullptr);

    void look();
    void setWish(const lockcore::ReleaseWish &wish); ///< a changed wish causes a new look
    void carryOut();                                 ///< only in Shown

    void note(const lockcore::LockInfo &lock); ///< the judgement of whether its holder is alive follows it, in plan() too
    void noteGone();

    const lockcore::LockId &id() const { return m_wish.id; }
    const lockcore::ReleaseWish &wish() const { return m_wish; }
    Stage stage() const { return m_stage; }
    Since since() const { return m_since; }
    const std::optional<lockcore::ReleasePlan> &plan() const { return m_plan; } ///< the last one, even while looking again
    const std::optional<lockcore::ReleaseReport> &report() const { return m_report; }
    const std::optional<lockcore::ReleaseAftermath> &aftermath() const { return m_aftermath; }

    bool underWay() const { return m_stage == Stage::Sent || m_stage == Stage::Watching; }
    bool mayLookAgain() const; ///< connected, nothing in progress, and not done
    bool maybeNoLock() const;  ///< the evidence for a lock is too weak

signals:
    void changed();
    void ended(); ///< in Ended; again if it was looked at and carried out again

private:
    void takePlan(lockcore::RequestId id, const lockcore::ReleasePlan &plan);
    void takeReport(lockcore::RequestId id, const lockcore::ReleaseReport &report);
    void takeAftermath(lockcore::RequestId id, const lockcore::ReleaseAftermath &aftermath);
    void cutOff();
    void moveTo(Stage stage);

    QPointer<lockcore::ReleaseDesk> m_desk;
    lockcore::ReleaseWish m_wish;
    lockcore::RequestId m_request = 0; ///< the last one; answers to earlier ones are ignored
    Stage m_stage = Stage::Looking;
    Since m_since = Since::Nothing;
    std::optional<lockcore::ReleasePlan> m_plan;
    std::optional<lockcore::ReleaseReport> m_report;
    std::optional<lockcore::ReleaseAftermath> m_aftermath;
};

} // namespace lockscope
