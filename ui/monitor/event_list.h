// SPDX-License-Identifier: MIT
// The events below the table. Follows the newest event until the user scrolls up; then it keeps its position.
#pragma once

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

protected:
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setUpRows();
    void measure(int first, int last);
    void fitColumns();
    int ownerWidth() const;
    void copy() const;
    bool atNewest() const;

    ShownEvents *m_events;
    int m_widestWord = 0; ///< px, of the event words so far
};

} // namespace lockscope
