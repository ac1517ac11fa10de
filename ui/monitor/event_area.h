// SPDX-License-Identifier: MIT
// The list of events below its caption. Its height is a whole number of rows, because a list that follows its end would otherwise begin
// with half a row. GUI thread.
#pragma once

#include <QWidget>

class QAction;
class QToolButton;

namespace lockscope {

class EventList;
class ShadedLabel;

class EventArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventArea)

public:
    explicit EventArea(EventList *list, QWidget *parent = nullptr); ///< takes ownership of the list

    QAction *filterAction() const { return m_filtered; }     ///< checked: the events obey the filter
    QAction *renewalsAction() const { return m_noRenewals; } ///< checked: the renewals are hidden
    void setFiltering(bool filtering);                       ///< true: there is a filter to obey

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void place();
    void showCounts();
    void showUnseen(int unseen);

    EventList *m_list;
    QWidget *m_head;
    ShadedLabel *m_counts; ///< visible while some events are hidden
    QToolButton *m_unseen; ///< visible while the list does not follow
    QToolButton *m_filteredButton;
    QAction *m_filtered;
    QAction *m_noRenewals;
};

} // namespace lockscope
