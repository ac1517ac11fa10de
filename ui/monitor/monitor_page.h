// SPDX-License-Identifier: MIT
// The Monitor's room: who holds what on one server. Any source may feed it with changes. GUI thread.
#pragma once

#include "ui/monitor/lock_story.h"
#include "ui/monitor/lock_tally.h"
#include "ui/profiles/target.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QSettings;
class QSplitter;

namespace lockscope {

class ConnectionRights;
class AttentionMenu;
class DetailsPanel;
class EventList;
class EventModel;
class FilterBar;
class Freeze;
class HeaderBar;
class KeyButton;
class LockSortFilter;
class LockTableView;
class MonitorStatus;
class NoticeBanner;
class Releases;
class ShownEvents;
class TableArea;
class TileRow;
class TimelineArea;

class MonitorPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorPage)

public:
    explicit MonitorPage(QWidget *parent = nullptr, LockModel::MomentSource now = {});

    /// Clears everything and shows that it connects. `story`: for the demo's locks.
    void showServer(const Target &target, LockStory story = {});

    void nameServer(const Target &target); ///< its name and marks may change while it is watched

    void apply(const lockcore::MonitorChange &change);
    void focusFilter();
    void setRights(ConnectionRights *rights, QAction *readOnly); ///< the action switches them
    void showMessage(const QString &sentence);                   ///< for some seconds, in the status bar
    const lockcore::MonitorState &state() const { return m_state; }
    HeaderBar *header() const { return m_header; }

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

    /// For the window's menu; their keys work while the page has the focus.
    QList<QAction *> viewActions() const;

    lockcore::Milliseconds attentionAfter() const; ///< as chosen there

    LockModel *locks() const { return m_locks; }
    LockSortFilter *rows() const { return m_rows; }
    const EventModel *events() const { return m_events; }
    Releases *releases() const { return m_releases; }

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
    void showPhase();
    void showSurroundings();
    void showCounts();
    void showFrozen();
    const lockcore::LockInfo *lastKnown(const lockcore::LockId &id) const; ///< null: nothing is known of it any more
    void selectionMoved();
    void choose(const lockcore::LockId &id);

    LockModel *m_locks;
    LockSortFilter *m_rows;
    EventModel *m_events;
    ShownEvents *m_shownEvents;
    HeaderBar *m_header;
    NoticeBanner *m_notices;
    FilterBar *m_filter;
    TileRow *m_tiles;
    TableArea *m_area;
    LockTableView *m_table;
    TimelineArea *m_timeline;
    EventList *m_eventList = nullptr;
    DetailsPanel *m_details;
    MonitorStatus *m_status;
    Releases *m_releases = nullptr;
    Freeze *m_freeze;
    KeyButton *m_freezeButton;
    QWidget *m_tools = nullptr;
    QSplitter *m_columns; ///< the table and what is below it | details
    QSplitter *m_areas;   ///< the table / what is below it
    QSplitter *m_history; ///< timeline | events

    lockcore::Endpoint m_endpoint;
    lockcore::MonitorState m_state;
    lockcore::Moment m_stateAt{};
    QAction *m_freezeAction;
    AttentionMenu *m_attention;
    RenewalRate m_renewals;
    QTimer m_ticking;
};

} // namespace lockscope
