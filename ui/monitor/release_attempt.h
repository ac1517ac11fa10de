// SPDX-License-Identifier: MIT
// One attempt to free one lock, from the first look to what became of it: what is wished, what was shown, what came back.
// It asks the source; it never repeats anything by itself. What was shown is what is ordered, to the byte. GUI thread.
#pragma once

#include "monitor/monitor_source.h"

#include <QPointer>

namespace lockscope {

class ReleaseAttempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseAttempt)

public:
    enum class Stage {
        Looking,    ///< asked for a plan
        Impossible, ///< plan() says why
        Shown,      ///< plan() can be carried out
        Sent,       ///< until the report is there
        Watching,   ///< done; what becomes of it?
        Ended,      ///< report(), and where it was watched aftermath(), say how
        CutOff,     ///< the connection is gone, and with it the answer
    };

    /// What the Monitor has seen of the lock since it was shown. A release would be refused, but by the guard, not by this.
    enum class Since { Nothing, Renewed, OtherHolders, Gone };

    ReleaseAttempt(MonitorSource *source, lockcore::ReleaseWish wish, QObject *parent = nullptr);

    void look();
    void setWish(const lockcore::ReleaseWish &wish); ///< another one is looked at afresh
    void carryOut();                                 ///< only in Shown

    void note(const lockcore::LockInfo &lock);
    void noteGone();

    const lockcore::LockId &id() const { return m_wish.id; }
    const lockcore::ReleaseWish &wish() const { return m_wish; }
    Stage stage() const { return m_stage; }
    Since since() const { return m_since; }
    const std::optional<lockcore::ReleasePlan> &plan() const { return m_plan; } ///< the last one, also while looking again
    const std::optional<lockcore::ReleaseReport> &report() const { return m_report; }
    const std::optional<lockcore::ReleaseAftermath> &aftermath() const { return m_aftermath; }

    bool underWay() const { return m_stage == Stage::Sent || m_stage == Stage::Watching; }
    bool mayLookAgain() const; ///< there is a connection, nothing is under way, and it was not done
    bool maybeNoLock() const;  ///< too little speaks for its being one

signals:
    void changed();
    void ended(); ///< in Ended; again if it was looked at and carried out again

private:
    void takePlan(const lockcore::ReleasePlan &plan);
    void takeReport(const lockcore::ReleaseReport &report);
    void takeAftermath(const lockcore::ReleaseAftermath &aftermath);
    void cutOff();
    void moveTo(Stage stage);
    void setSince(Since since);

    QPointer<MonitorSource> m_source;
    lockcore::ReleaseWish m_wish;
    Stage m_stage = Stage::Looking;
    Since m_since = Since::Nothing;
    std::optional<lockcore::ReleasePlan> m_plan;
    std::optional<lockcore::ReleaseReport> m_report;
    std::optional<lockcore::ReleaseAftermath> m_aftermath;
};

} // namespace lockscope
