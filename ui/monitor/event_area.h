// SPDX-License-Identifier: MIT
// The list of events below its caption. Its height is a whole number of rows, because a list that follows its end would otherwise begin
// with half a row. GUI thread.
#pragma once

#include <QWidget>

namespace lockscope {

class EventList;
class ShadedLabel;

class EventArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventArea)

public:
    explicit EventArea(EventList *list, QWidget *parent = nullptr); ///< takes ownership of the list

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void place();
    void showCounts();

    EventList *m_list;
    QWidget *m_head;
    ShadedLabel *m_counts; ///< visible while the filter hides some events
};

} // namespace lockscope
