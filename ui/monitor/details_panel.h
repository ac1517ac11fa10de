// SPDX-License-Identifier: MIT
// Everything known about the selected lock, in words: one sentence that sums it up, what went wrong, holder, lease, waiters, what a release would do,
// history, companions, structure, how it was recognised.
#pragma once

#include "lockcore/monitor/incidents/incident.h"
#include "ui/monitor/details_history.h"
#include "ui/monitor/lock_model.h"
#include "ui/monitor/lock_story.h"
#include "ui/widgets/details_section.h"

#include <QScrollArea>

class QAction;

namespace lockcore {
class RecentStatistics;
}

namespace lockscope {

class ConfidenceDots;
class ConnectionRights;
class ElidedLabel;
class EventModel;
class IncidentStore;
class TimelineFeed;
class LinkButton;
class OverviewPanel;
class WrappedText;

class DetailsPanel final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DetailsPanel)

public:
    /// `feed` knows the locks that have ended and left the model; it must outlive this object.
    DetailsPanel(LockModel *locks, EventModel *events, const TimelineFeed &feed, QWidget *parent = nullptr);

    void showLock(const std::optional<lockcore::LockId> &id);                                   ///< none: shows the overview
    void apply(const lockcore::MonitorChange &change, lockcore::ServerTime now);                ///< call it after the lock model's apply()
    void setStatistics(const lockcore::RecentStatistics *statistics) { m_recent = statistics; } ///< must outlive this object
    void noteWait(const WaitChange &wait) { m_past.noteWait(wait); }
    void refresh();
    const std::optional<lockcore::LockId> &shown() const { return m_id; }
    using ColourOf = std::function<int(const lockcore::LockId &id, const lockcore::Bytes &owner)>;
    void setColours(ColourOf colourOf); ///< of owners in the lane of a lock, -1: none
    /// Shows the last incident of the lock. It must outlive this object.
    void setIncidents(const IncidentStore *incidents) { m_incidents = incidents; }
    void showIncident(const lockcore::Incident &incident); ///< instead of the last one, until another lock is shown
    void setStory(LockStory story);                        ///< for the locks of the demo; null: none
    /// `trace` asks who changes the lock, `filter` shows what its client does; `record` must outlive this object.
    void setTrace(QAction *trace, QAction *filter, const TraceRecord &record);
    void setRights(const ConnectionRights *rights, QAction *readOnly); ///< `readOnly` switches the rights

    void showPreview(const lockcore::LockId &id, const QList<Fact> &facts); ///< ignored unless it belongs to the selected lock

    QString text() const; ///< the whole text, for copying and tests
    OverviewPanel *overview() const { return m_overview; }

signals:
    void lockChosen(const lockcore::LockId &id);    ///< in the overview
    void previewWanted(const lockcore::LockId &id); ///< the panel needs a preview of a release: the lock is shown or has changed

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setUp();
    void leaveRoom();
    void fill(const LockRow &row);
    void fillForgotten(const lockcore::Incident &incident);
    void showName(const QString &name, bool gone);
    void showIncidentOf(const LockRow *row);
    void showVerdict(const LockRow &row);
    QWidget *makeNote();
    void showNote();
    QList<WrappedText *> texts() const; ///< the visible ones, from top to bottom

    LockModel *m_locks;
    EventModel *m_events;
    const TimelineFeed &m_feed;
    DetailsHistory m_past;
    std::optional<lockcore::LockId> m_id;
    std::optional<lockcore::LockInfo> m_previewed; ///< as it was when the preview was requested
    LockStory m_storyOf;
    ColourOf m_colourOf;
    OverviewPanel *m_overview;
    WrappedText *m_name;
    WrappedText *m_subtitle;
    WrappedText *m_verdict;
    WrappedText *m_outlook;
    QWidget *m_body;
    ConfidenceDots *m_dots;
    DetailsSection *m_incident;
    const IncidentStore *m_incidents = nullptr;
    std::optional<lockcore::Incident> m_chosenIncident;
    DetailsSection *m_story;
    DetailsSection *m_holder;
    LinkButton *m_trace;
    LinkButton *m_client; ///< visible while a client is known
    const TraceRecord *m_traced = nullptr;
    DetailsSection *m_lease;
    DetailsSection *m_why;
    DetailsSection *m_release;
    DetailsSection *m_history;
    DetailsSection *m_statistics;
    const lockcore::RecentStatistics *m_recent = nullptr;
    QWidget *m_note = nullptr; ///< why nothing can be released, and the remedy
    ElidedLabel *m_noteText = nullptr;
    LinkButton *m_switch = nullptr;
    const ConnectionRights *m_rights = nullptr;
    DetailsSection *m_companions;
    DetailsSection *m_structure;
};

} // namespace lockscope
