// SPDX-License-Identifier: MIT
// The table of locks, or a sentence that says why there is none; the banners are above it. GUI thread.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QWidget>

#include <array>

class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace lockscope {

class Banner;
class LockSortFilter;
class LockTableView;
class PossibleArea;
class StatePanel;

class TableArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableArea)

public:
    explicit TableArea(LockSortFilter *rows, QWidget *parent = nullptr);

    LockTableView *table() const { return m_table; }
    PossibleArea *possible() const { return m_possible; }
    bool showsTable() const;
    int heightFor(int rows) const; ///< of the whole area, with the banners that are shown
    void focusContents();          ///< the table's first lock, if none is current; or what is in its place

    void setShowsPossible(bool shows); ///< the possible locks in the place of the table
    bool showsPossible() const { return m_showsPossible; }

    /// `age`: the time since this state was current.
    void showState(const lockcore::MonitorState &state, const lockcore::Endpoint &endpoint, lockcore::Milliseconds age);

signals:
    void retryWanted();
    void connectWanted();
    void disconnectWanted(); ///< the user does not want to wait for the connection
    void demoWanted();
    void possibleWanted();
    void allLocksWanted(); ///< the user wants to see all locks, without the filter

private:
    void makeSteps();
    void showProgress();
    void showBanner();
    QString lostWords() const;
    QString errorWords() const;
    void showContents();
    void showTable();
    void showEmpty();
    void showPanel(const QString &title, const QString &explanation, const QList<QPushButton *> &steps);
    std::array<QPushButton *, 6> allSteps() const; ///< of the panel

    LockSortFilter *m_rows;
    Banner *m_banner;
    QProgressBar *m_progress;
    LockTableView *m_table;
    PossibleArea *m_possible;
    StatePanel *m_panel;
    QStackedWidget *m_stack;
    QPushButton *m_retry = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_connect = nullptr;
    QPushButton *m_demo = nullptr;
    QPushButton *m_clear = nullptr;
    QPushButton *m_showPossible = nullptr;
    QPushButton *m_bannerRetry = nullptr;

    lockcore::Endpoint m_endpoint;
    lockcore::MonitorState m_state;
    lockcore::Milliseconds m_age{};
    bool m_showsPossible = false;
};

} // namespace lockscope
