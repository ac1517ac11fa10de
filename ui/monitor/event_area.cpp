// SPDX-License-Identifier: MIT
#include "ui/monitor/event_area.h"

#include "ui/monitor/event_list.h"
#include "ui/widgets/captions.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QToolButton>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

EventArea::EventArea(EventList *list, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_head(new QWidget(this))
    , m_counts(new ShadedLabel(ShadedLabel::Shade::Faint, m_head))
    , m_unseen(new QToolButton(m_head))
    , m_filteredButton(new QToolButton(m_head))
    , m_filtered(new QAction(tr("Events obey the f&ilter"), this))
    , m_noRenewals(new QAction(tr("Hide &renewals among the events"), this))
{
    m_counts->setObjectName(u"eventCounts"_s);
    m_counts->setToolTip(tr("How many events are shown, of all that are kept: the filter or Hide renewals hides the others"));
    m_unseen->setObjectName(u"unseenEvents"_s);
    m_unseen->setAutoRaise(true);
    m_unseen->setToolTip(tr("Follow the newest event again. Key: N"));
    m_unseen->hide();
    m_filtered->setIconText(tr("Filtered"));
    m_filtered->setToolTip(tr("Show only events that pass the filter"));
    m_filtered->setCheckable(true);
    m_filtered->setChecked(true);
    m_filtered->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    m_filteredButton->setDefaultAction(m_filtered);
    m_filteredButton->setAccessibleName(tr("Events obey the filter"));
    m_filteredButton->setAutoRaise(true);
    m_filteredButton->hide();
    m_noRenewals->setObjectName(u"hideRenewals"_s);
    m_noRenewals->setIconText(tr("Hide renewals"));
    m_noRenewals->setToolTip(tr("Renewals stay in the timeline, as ticks. A filter with event: decides by itself what is shown."));
    m_noRenewals->setCheckable(true);
    m_noRenewals->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    auto *renewals = new QToolButton(m_head);
    renewals->setDefaultAction(m_noRenewals);
    renewals->setAccessibleName(tr("Hide renewals"));
    renewals->setAutoRaise(true);
    auto *head = layOutHead(m_head, tr("Events"));
    head->addWidget(m_counts, 1);
    head->addWidget(m_unseen);
    head->addWidget(renewals);
    head->addWidget(m_filteredButton);
    m_list->setParent(this);
    connect(m_list, &EventList::unseenChanged, this, &EventArea::showUnseen);
    connect(m_unseen, &QToolButton::clicked, m_list, &EventList::follow);
    const auto *shown = m_list->model();
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(qobject_cast<const QAbstractProxyModel *>(shown)->sourceModel(), changed, this, &EventArea::showCounts);
    connect(shown, &QAbstractItemModel::modelReset, this, &EventArea::showCounts);
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

void EventArea::showCounts()
{
    const auto *shown = qobject_cast<const QAbstractProxyModel *>(m_list->model());
    const int count = shown->rowCount(), all = shown->sourceModel()->rowCount();
    const QLocale locale;
    m_counts->setText(count == all ? QString() : tr("%1 of %2").arg(locale.toString(count), locale.toString(all)));
}

void EventArea::showUnseen(int unseen)
{
    m_unseen->setVisible(unseen > 0);
    m_unseen->setText(tr("%1 new ↓").arg(QLocale().toString(unseen)));
}

void EventArea::setFiltering(bool filtering) { m_filteredButton->setVisible(filtering); }

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
