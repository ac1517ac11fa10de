// SPDX-License-Identifier: MIT
// The Monitor's room: who holds what on one server. Fed with changes, whoever makes them. GUI thread.
#pragma once

#include "monitor/lock_tally.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace lockscope {

class Banner;
class DetailsPanel;
class EventList;
class EventModel;
class FilterBar;
class HeaderBar;
class LockSortFilter;
class LockTableView;
class MonitorStatus;
class Releases;
class StatePanel;
class TileRow;

class MonitorPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorPage)

public:
    explicit MonitorPage(QWidget *parent = nullptr, LockModel::MomentSource now = {});

    /// Forgets everything and shows that it connects. `name`: what people call this server; empty: its address.
    void showServer(const lockcore::Endpoint &endpoint, const QString &name = {});

    void apply(const lockcore::MonitorChange &change);
    void focusFilter();
    bool isLost() const { return m_state.phase == lockcore::MonitorState::Phase::Lost; }

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

    LockModel *locks() const { return m_locks; }
    LockSortFilter *rows() const { return m_rows; }
    Releases *releases() const { return m_releases; }

signals:
    void retryWanted();
    void connectWanted();
    void demoWanted();

private:
    QWidget *makeTools();
    QWidget *makeTableArea();
    QWidget *makeEventsArea();
    void makeSteps();
    void join();
    void tick();
    void showPhase();
    void showPanel(const QString &title, const QString &explanation, const QList<QPushButton *> &steps);
    void showTable();
    void showBanner();
    void showLost();
    void showSurroundings();
    void showEmpty();
    void showCounts();
    void selectionMoved();

    LockModel *m_locks;
    LockSortFilter *m_rows;
    EventModel *m_events;
    HeaderBar *m_header;
    FilterBar *m_filter;
    TileRow *m_tiles;
    LockTableView *m_table;
    EventList *m_eventList;
    DetailsPanel *m_details;
    MonitorStatus *m_status;
    Releases *m_releases = nullptr;
    StatePanel *m_panel;
    Banner *m_banner;
    QStackedWidget *m_stack;
    QProgressBar *m_progress;
    QWidget *m_tools;
    QWidget *m_eventsArea;
    QSplitter *m_columns;
    QSplitter *m_areas;
    QPushButton *m_retry = nullptr;
    QPushButton *m_connect = nullptr;
    QPushButton *m_demo = nullptr;
    QPushButton *m_clear = nullptr;
    QPushButton *m_bannerRetry = nullptr;

    lockcore::Endpoint m_endpoint;
    lockcore::MonitorState m_state;
    lockcore::Moment m_stateAt{};
    RenewalRate m_renewals;
    QTimer m_ticking;
};

} // namespace lockscope
