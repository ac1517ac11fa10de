// SPDX-License-Identifier: MIT
// The Monitor's timeline with its caption, and the table with the same content (key T). GUI thread.
#pragma once

#include "ui/monitor/collected_changes.h"
#include "ui/monitor/lock_lanes.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QStackedWidget;
class QToolButton;

namespace lockscope {

class LockSortFilter;
class ShadedLabel;
class TimelineTable;
class TimelineTwin;
class TimelineView;

class TimelineArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineArea)

public:
    explicit TimelineArea(LockSortFilter *rows, QWidget *parent = nullptr);

    void apply(const lockcore::MonitorChange &change, lockcore::ServerTime now); ///< call it after the lock model's apply()
    void catchUp(const MissedChanges &missed); ///< before the lock model's apply(); what the change itself does not say
    void clear();
    void setCurrent(const std::optional<lockcore::LockId> &id);
    void setTraced(const TraceRecord *traced) { m_lanes.setTraced(traced); } ///< must outlive this object
    void setLit(const std::vector<lockcore::Bytes> &owners);                 ///< their spans are underlined
    void showMoment(lockcore::ServerTime time, const QString &word);         ///< of the current lock
    std::optional<lockcore::ServerTime> begin() const { return m_begin; }
    void setFrozen(bool frozen); ///< true: the view does not move

    TimelineView *view() const { return m_view; }
    const TimelineFeed &feed() const { return m_feed; }
    QWidget *addHeadAction(QAction *action); ///< as a button at the right end of the head
    QAction *tableAction() const { return m_asTable; }

signals:
    void lockChosen(const lockcore::LockId &id);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeHeader();
    void showTable(bool asTable);
    void showHint();

    LockSortFilter *m_rows;
    TimelineFeed m_feed;
    LockLanes m_lanes;
    TimelineTable *m_model;
    TimelineView *m_view;
    TimelineTwin *m_table;
    QStackedWidget *m_stack;
    ShadedLabel *m_hint = nullptr;
    QToolButton *m_now = nullptr;
    QWidget *m_head = nullptr;
    QAction *m_asTable;
    QTimer m_reading;                            ///< runs while the table is shown
    std::optional<lockcore::ServerTime> m_begin; ///< when the first change came; none: none came yet
    bool m_frozen = false;
};

} // namespace lockscope
