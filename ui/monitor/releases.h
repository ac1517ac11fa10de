// SPDX-License-Identifier: MIT
// What can be freed among the selected locks, as actions; the dialogs that ask; and a banner that reports the result, even if
// the dialog was closed before. GUI thread.
#pragma once

#include "ui/monitor/release_dialog.h"
#include "ui/widgets/details_section.h"

class QAction;

namespace lockscope {

class Banner;
class LockSortFilter;
class LockTableView;

class Releases final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Releases)

public:
    static constexpr qsizetype mostAtOnce = 50;

    Releases(LockTableView *table, LockSortFilter *rows, QWidget *page);

    /// The source to ask from now on; earlier requests are kept apart. Null: none.
    void setSource(MonitorSource *source, const lockcore::Endpoint &endpoint);
    void setRights(const ReleaseRights &rights);
    void apply(const lockcore::MonitorChange &change);

    void preview(const lockcore::LockId &id); ///< answered by previewed(), again whenever the rights change

    QAction *releaseAction() const { return m_release; }
    QList<QAction *> actions() const { return {m_release, m_giveLease, m_dropHead}; }
    Banner *banner() const { return m_banner; }

    /// How many were sent and are not answered yet; each is answered, at the latest by a time-out.
    qsizetype awaited() const;

    /// Those of the dialog that is already open, if it concerns the same locks.
    ReleaseDialog *ask(lockcore::ReleaseAction action, const std::vector<lockcore::LockInfo> &locks);

signals:
    void answered();                                                      ///< no answer is pending any more
    void previewed(const lockcore::LockId &id, const QList<Fact> &facts); ///< what a release would do and run

private:
    struct Told
    {
        QString brief; ///< the lock, and the result in a word
        QString words;
    };

    QAction *makeAction(lockcore::ReleaseAction action, const QString &text, const QString &shortText);
    void selectionMoved();
    std::vector<lockcore::LockInfo> selected() const;
    qsizetype selectedCount() const;
    ReleaseRights rightsNow() const;
    void showRights();
    void tellPreview();
    ReleaseDialog *openDialog(lockcore::ReleaseAction action, const std::vector<lockcore::LockInfo> &locks) const;
    void follow(ReleaseAttempt *attempt);
    void tell(const ReleaseAttempt &attempt);
    void showTold();
    void place(ReleaseDialog *dialog) const;

    LockTableView *m_table;
    LockSortFilter *m_rows;
    QWidget *m_page;
    Banner *m_banner;
    QAction *m_release;
    QAction *m_giveLease;
    QAction *m_dropHead;
    QPointer<MonitorSource> m_source;
    lockcore::Endpoint m_endpoint;
    ReleaseRights m_rights;
    bool m_lost = false;
    std::optional<lockcore::ReleasePlan> m_preview; ///< the last one
    QList<Told> m_told;                             ///< shown by the banner, until it is dismissed
    QList<ReleaseDialog *> m_dialogs;
    QList<ReleaseAttempt *> m_attempts; ///< those of dialogs, and those still in progress without one
};

} // namespace lockscope
