// SPDX-License-Identifier: MIT
#include "ui/monitor/event_area.h"

#include "ui/monitor/event_list.h"
#include "ui/widgets/captions.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>

namespace lockscope {

EventArea::EventArea(EventList *list, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_head(new QWidget(this))
{
    layOutHead(m_head, tr("Events"))->addStretch(1);
    m_list->setParent(this);
    place();
}

void EventArea::place()
{
    const int top = m_head->height(), header = m_list->horizontalHeader()->minimumHeight();
    const int row = m_list->verticalHeader()->defaultSectionSize();
    m_head->setGeometry(0, 0, width(), top);
    m_list->setGeometry(0, top, width(), header + qMax(1, (height() - top - header) / row) * row);
    setMinimumSize(m_list->minimumWidth(), top + header + 2 * row);
}

void EventArea::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void EventArea::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        place();
}

} // namespace lockscope
