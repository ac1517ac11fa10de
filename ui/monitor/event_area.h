// SPDX-License-Identifier: MIT
// The list of events under its caption, as many whole rows as there is room for: a list that follows its end would begin
// with half a row. GUI thread.
#pragma once

#include <QWidget>

namespace lockscope {

class EventList;

class EventArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventArea)

public:
    explicit EventArea(EventList *list, QWidget *parent = nullptr); ///< takes the list

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void place();

    EventList *m_list;
    QWidget *m_head;
};

} // namespace lockscope
