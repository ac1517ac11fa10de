// SPDX-License-Identifier: MIT
#include "ui/monitor/timeline_area.h"

#include "ui/monitor/lock_sort_filter.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/timeline_table.h"
#include "ui/widgets/timeline_twin.h"
#include "ui/widgets/timeline_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int readingInterval = 500; // ms; a table that changes more often cannot be read

} // namespace

TimelineArea::TimelineArea(LockSortFilter *rows, QWidget *parent)
    : QWidget(parent)
    , m_rows(rows)
    , m_lanes(*rows, m_feed)
    , m_model(new TimelineTable(m_feed.history(), m_lanes, this))
    , m_view(new TimelineView(&m_lanes, this))
    , m_table(new TimelineTwin(m_model, this))
    , m_stack(new QStackedWidget(this))
    , m_asTable(new QAction(tr("Timeline as a &table"), this))
{
    m_asTable->setIconText(tr("Table")); // a text set directly on the button would be lost when the action changes
    m_asTable->setToolTip(tr("The same as a table. Key: T"));
    m_asTable->setCheckable(true);
    m_asTable->setShortcut(Qt::Key_T);
    m_asTable->setShortcutContext(Qt::WidgetWithChildrenShortcut); // only in the page: in a text field, the key is a letter
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(m_stack, 1);
    m_reading.setInterval(readingInterval);
    connect(&m_reading, &QTimer::timeout, this, [this] {
        if (!m_frozen)
            m_table->catchUp();
    });
    connect(m_asTable, &QAction::toggled, this, &TimelineArea::showTable);
    connect(rows, &QAbstractItemModel::layoutChanged, m_view, &TimelineView::refresh);
    connect(m_view, &TimelineView::laneChosen, this, [this](int position) {
        if (const auto *id = m_lanes.idAt(position))
            emit lockChosen(LockId(*id));
    });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (const int lane = m_model->laneOf(index.row()); lane >= 0)
            emit lockChosen(LockId(m_feed.idOf(lane)));
    });
    connect(m_view, &TimelineView::followingChanged, this,
            [this](bool following) { m_now->setVisible(!following && !m_asTable->isChecked()); });
}

QWidget *TimelineArea::makeHeader()
{
    auto *header = m_head = new QWidget(this);
    m_hint = new ShadedLabel(ShadedLabel::Shade::Faint, header);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_now = new QToolButton(header);
    m_now->setText(tr("Now"));
    m_now->setToolTip(tr("Follow the current time again. Key: N"));
    m_now->setAutoRaise(true);
    m_now->hide();
    connect(m_now, &QToolButton::clicked, m_view, &TimelineView::follow);
    auto *table = new QToolButton(header);
    table->setDefaultAction(m_asTable);
    table->setAccessibleName(tr("Timeline as a table"));
    table->setAutoRaise(true);
    auto *layout = layOutHead(header, tr("Timeline"));
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_now);
    layout->addWidget(table);
    return header;
}

QWidget *TimelineArea::addHeadAction(QAction *action)
{
    auto *button = new QToolButton(m_head);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    m_head->layout()->addWidget(button);
    return button;
}

void TimelineArea::showTable(bool asTable)
{
    const bool hadFocus = m_stack->currentWidget()->hasFocus();
    if (asTable) {
        m_table->catchUp();
        m_table->scrollToBottom();
        m_reading.start();
    } else {
        m_reading.stop();
    }
    m_stack->setCurrentWidget(asTable ? static_cast<QWidget *>(m_table) : m_view);
    m_now->setVisible(!asTable && !m_view->follows());
    if (hadFocus)
        m_stack->currentWidget()->setFocus();
    showHint();
}

void TimelineArea::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showHint();
}

// Shows as many of the keys as fit.
void TimelineArea::showHint()
{
    if (m_asTable->isChecked())
        return m_hint->setText(tr("Return goes to the lock"));
    const int room = width() - 300; // width of caption and buttons
    for (const auto &text :
         {tr("wheel zooms, drag pans, F fits, , . previous and next event"), tr("F fits, , . previous and next event"), QString()}) {
        m_hint->setText(text);
        if (m_hint->fontMetrics().horizontalAdvance(text) <= room)
            return;
    }
}

void TimelineArea::apply(const MonitorChange &change, ServerTime now)
{
    if (!m_begin && change.serverNow > ServerTime{})
        m_begin = now;
    m_feed.apply(change, now);
    m_view->refresh();
}

void TimelineArea::catchUp(const MissedChanges &missed)
{
    if (missed.completeSince)
        m_feed.noteDropped(missed.since, *missed.completeSince, missed.dropped);
    for (const auto &wait : missed.waits)
        m_feed.noteWait(wait);
}

void TimelineArea::clear()
{
    m_begin.reset();
    m_feed.clear();
    m_model->clear();
    m_lanes.setCurrent({});
    m_view->follow();
}

void TimelineArea::setCurrent(const std::optional<LockId> &id)
{
    if (id == m_lanes.current())
        return;
    m_lanes.setCurrent(id);
    m_view->showCurrent();
}

void TimelineArea::showMoment(ServerTime time, const QString &word)
{
    m_asTable->setChecked(false);
    m_view->showMoment(time, word);
}

void TimelineArea::setLit(const std::vector<Bytes> &owners)
{
    QStringList shown;
    for (const auto &owner : owners) {
        if (!owner.empty())
            shown << QString::fromStdString(escaped(owner));
    }
    m_lanes.setLit(std::move(shown));
    m_view->refresh();
}

void TimelineArea::setFrozen(bool frozen)
{
    m_frozen = frozen;
    m_view->setStill(frozen);
}

} // namespace lockscope
