// SPDX-License-Identifier: MIT
// The events below the table. Follows the newest event, whatever size the window gets, until the user scrolls up; then it keeps its position
// and counts what comes.
#pragma once

#include "lockcore/monitor/model/event.h"

#include <QTableView>

namespace lockscope {

class OwnerLight;
class ShownEvents;

class EventList final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventList)

public:
    EventList(ShownEvents *events, OwnerLight *light, QWidget *parent = nullptr);

    void showTraced(bool any); ///< who did it, as soon as a trace has shown it for any event
    bool follows() const { return m_follows; }
    void follow(); ///< from now on, the newest event again

signals:
    void unseenChanged(int unseen);                      ///< how many events came since the list does not follow
    void momentWanted(const lockcore::LockEvent &event); ///< the user wants to see the lock when this happened
    void traceWanted(const lockcore::LockId &id);        ///< the user asks who changes its lock
    void filterTermChosen(const QString &term);          ///< the user chose to see only the events of an owner

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showMoment(const lockcore::LockEvent &event);
    void setUpRows();
    void measure(int first, int last);
    void fitColumns();
    int ownerWidth() const;
    void copy(const QModelIndex &index) const;
    void noteScrolling();
    void setUnseen(int unseen);

    ShownEvents *m_events;
    bool m_follows = true;
    int m_unseen = 0;
    int m_widestWord = 0; ///< px, of the event words so far
    int m_widestTime = 0; ///< px, of the times so far: those of another day have a date
};

} // namespace lockscope
