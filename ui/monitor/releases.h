// SPDX-License-Identifier: MIT
// The possible releases of the selected locks as actions, the dialogs that ask, and the attempts, which continue if their dialog is closed.
// GUI thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "ui/monitor/release_dialog.h"
#include "ui/monitor/release_news.h"
#include "ui/widgets/details_section.h"

class QAction;

namespace lockscope {

class LockSortFilter;
class LockTableView;

class Releases final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Releases)

public:
    static constexpr qsizetype mostAtOnce = 50;

    Releases(LockTableView *table, LockSortFilter *rows, QWidget *page);

    /// The desk for requests from now on; null: none.
    void setDesk(lockcore::ReleaseDesk *desk, const lockcore::Endpoint &endpoint);
    void setRights(ConnectionRights *rights, QAction *permit); ///< `permit` switches the rights; before this call, no release is permitted
    void apply(const lockcore::MonitorChange &change);
    void setShown(const std::optional<lockcore::LockId> &id); ///< in the details; it may have ended and left the table
    void selectionMoved();                                    ///< the selected locks have changed, or what is known of them

    void preview(const lockcore::LockId &id); ///< previewed() answers, now and whenever the rights change

    QAction *releaseAction() const { return m_release; }
    QList<QAction *> actions() const { return {m_release, m_giveLease, m_dropHead}; }
    Banner *banner() const { return m_news->banner(); }

    /// The number of requests that are sent and not answered. Each is answered, at the latest by a time-out.
    qsizetype awaited() const;

    /// Opens a dialog, or returns the open one for the same locks. Null: no locks, or no desk.
    ReleaseDialog *ask(lockcore::ReleaseAction action, const std::vector<lockcore::LockInfo> &locks);

signals:
    void answered();                                                      ///< no answer is pending any more
    void previewed(const lockcore::LockId &id, const QList<Fact> &facts); ///< what a release would do and run

private:
    QAction *makeAction(lockcore::ReleaseAction action, const QString &text, const QString &shortText);
    void noteUse();
    std::vector<lockcore::LockInfo> selected() const;
    qsizetype selectedCount() const;
    void showPreview();
    ReleaseDialog *openDialog(lockcore::ReleaseAction action, const std::vector<lockcore::LockInfo> &locks) const;
    void follow(ReleaseAttempt *attempt);
    void place(ReleaseDialog *dialog) const;

    LockTableView *m_table;
    LockSortFilter *m_rows;
    QWidget *m_page;
    ReleaseNews *m_news;
    std::optional<lockcore::LockId> m_shown; ///< in the details
    QAction *m_release;
    QAction *m_giveLease;
    QAction *m_dropHead;
    QPointer<lockcore::ReleaseDesk> m_desk;
    lockcore::Endpoint m_endpoint;
    ConnectionRights *m_rights = nullptr;
    QAction *m_permit = nullptr;
    lockcore::RequestId m_previewRequest = 0;       ///< the last request
    std::optional<lockcore::ReleasePlan> m_preview; ///< the answer to the last request
    QList<ReleaseDialog *> m_dialogs;
    QList<ReleaseAttempt *> m_attempts; ///< the attempts of dialogs, and those that continue without a dialog
};

} // namespace lockscope
