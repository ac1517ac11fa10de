// SPDX-License-Identifier: MIT
// The Monitor's page: who holds which lock on one server. Its changes may come from any source. GUI thread.
#pragma once

#include "lockcore/monitor/statistics/recent_statistics.h"
#include "ui/monitor/lock_story.h"
#include "ui/monitor/lock_tally.h"
#include "ui/profiles/target.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QSettings;
class QSplitter;

namespace lockcore {
struct Incident;
}

namespace lockscope {

class ConnectionRights;
class AttentionMenu;
class DetailsPanel;
class EventArea;
class EventList;
class EventModel;
class FilterBar;
class Freeze;
class HeaderBar;
class IncidentArea;
class IncidentStore;
class KeyButton;
struct MissedChanges;
class LockSortFilter;
class LockTableView;
class MonitorStatus;
class NoticeBanner;
class OwnerLight;
class PossibleArea;
class Releases;
class ShownEvents;
class StatisticsDialog;
class TableArea;
class TileRow;
class TimelineArea;
class Traces;

class MonitorPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorPage)

public:
    explicit MonitorPage(QWidget *parent = nullptr, LockModel::MomentSource now = {});

    /// Clears everything and shows that the connection is being established. `story`: for the demo's locks.
    void showServer(const Target &target, LockStory story = {});

    void nameServer(const Target &target); ///< the name and marks of a watched server may change

    void apply(const lockcore::MonitorChange &change);
    void focusFilter();
    void setRights(ConnectionRights *rights, QAction *readOnly); ///< `readOnly` switches the rights
    void showMessage(const QString &sentence);                   ///< in the status bar, for some seconds
    const lockcore::MonitorState &state() const { return m_state; }
    HeaderBar *header() const { return m_header; }

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

    /// For the window's menu. The keys of the actions work while the page has the focus.
    QList<QAction *> viewActions() const;

    lockcore::Milliseconds attentionAfter() const; ///< as chosen in that menu

    void addLockAction(QAction *action);            ///< to the menus of a lock: in table, timeline and details
    void showLock(const lockcore::LockId &id);      ///< selects it, and shows all locks if the filter hides it
    const lockcore::LockInfo *selectedLock() const; ///< null: none, or more than one

    LockModel *locks() const { return m_locks; }
    LockSortFilter *rows() const { return m_rows; }
    const EventModel *events() const { return m_events; }
    Releases *releases() const { return m_releases; }
    Traces *traces() const { return m_traces; }
    PossibleArea *possible() const;
    IncidentStore *incidents() const { return m_incidents; }

signals:
    void retryWanted();
    void connectWanted();
    void disconnectWanted();
    void demoWanted();
    void lockSelected(const std::optional<lockcore::LockId> &id);
    void attentionAfterChosen(lockcore::Milliseconds after);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeTools();
    QWidget *makeHistory();
    void layOut();
    void join();
    void joinHistory();
    void tick();
    void showNumbers();
    void showTiles();
    void showPhase();
    void showSurroundings();
    void fitAreas();
    void showCounts();
    void showPossible(bool shows);
    void showStatistics();
    void showChange(const lockcore::MonitorChange &change);
    void catchUp(const MissedChanges &missed);
    void showIncidents();
    void showMoment(const lockcore::Incident &incident);
    const lockcore::LockInfo *lastKnown(const lockcore::LockId &id) const; ///< null: nothing is known of the lock any more
    std::vector<lockcore::Bytes> livingKeys() const;
    void showDetails(const std::optional<lockcore::LockId> &id);
    void selectionMoved();
    void choose(const lockcore::LockId &id);
    void chooseWorst();
    void lightOwners(); ///< of the selected lock

    LockModel *m_locks;
    LockSortFilter *m_rows;
    EventModel *m_events;
    ShownEvents *m_shownEvents;
    IncidentStore *m_incidents;
    OwnerLight *m_light;
    HeaderBar *m_header;
    NoticeBanner *m_notices;
    FilterBar *m_filter;
    TileRow *m_tiles;
    TableArea *m_area;
    LockTableView *m_table;
    IncidentArea *m_incidentArea;
    TimelineArea *m_timeline;
    EventList *m_eventList = nullptr;
    EventArea *m_eventArea = nullptr;
    DetailsPanel *m_details;
    MonitorStatus *m_status;
    Releases *m_releases = nullptr;
    Traces *m_traces;
    Freeze *m_freeze;
    KeyButton *m_freezeButton;
    QWidget *m_tools = nullptr;
    QSplitter *m_columns; ///< left: the table and the area below it; right: details
    QSplitter *m_areas;   ///< top: the table; the incidents; bottom: the area below it
    QSplitter *m_history; ///< timeline | events

    lockcore::Endpoint m_endpoint;
    lockcore::MonitorState m_state; ///< the latest one
    lockcore::MonitorState m_shown; ///< the one that belongs to the locks that are shown
    lockcore::Moment m_stateAt{};
    bool m_areasAreUsers = false; ///< the user chose the height of the table
    int m_roomyRows = 0;          ///< for so many rows the table has room
    int m_fittedHeight = 0;
    QAction *m_eventsAction;
    QAction *m_freezeAction;
    AttentionMenu *m_attention;
    QAction *m_byPrefix;
    QAction *m_signs;
    StatisticsDialog *m_statisticsDialog = nullptr;
    lockcore::RecentStatistics m_statistics;
    RenewalRate m_renewals;
    QTimer m_ticking;
    bool m_choosesWorst = false; ///< in the demo, until a lock was selected
};

} // namespace lockscope
