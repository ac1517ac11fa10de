// SPDX-License-Identifier: MIT
#include "ui/monitor/event_list.h"

#include "ui/monitor/event_model.h"
#include "ui/monitor/owner_light.h"
#include "ui/monitor/shown_events.h"
#include "ui/monitor/tone_colour.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/lock_words.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

class EventDelegate final : public PlainDelegate
{
public:
    EventDelegate(const ShownEvents *events, const OwnerLight *light, QObject *parent)
        : PlainDelegate(parent)
        , m_events(events)
        , m_light(light)
    { }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &event = m_events->eventAt(index.row());
        const auto tone = index.column() == EventModel::What   ? toneOf(event.type)
                          : index.column() == EventModel::Time ? Tone::Quiet
                                                               : Tone::Plain;
        const bool isKey = index.column() == EventModel::Lock || index.column() == EventModel::Owner;
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shadesOf(option.palette).selected);
        painter->setFont(isKey ? fixedFont(option.font) : option.font);
        painter->setPen(toneColour(tone, option.palette));
        QRectF inner = QRectF(option.rect).adjusted(leftPadding(index.column()), 0, -cellPadding, 0);
        const auto text = index.column() == EventModel::Owner
                              ? (event.owner.empty() ? QString() : ownerText(event.owner))
                              : (index.column() == EventModel::What ? markOf(event.type) : QString()) + index.data().toString();
        const QFontMetricsF metrics(painter->font());
        const auto shown = metrics.elidedText(text, isKey ? Qt::ElideMiddle : Qt::ElideRight, inner.width() + 1);
        if (index.column() == EventModel::Owner && m_light->isLit(event.owner))
            paintLitOwner(*painter, option.palette, QRectF(inner.topLeft(), QSizeF(metrics.horizontalAdvance(shown), inner.height())));
        drawFigures(*painter, inner, Qt::AlignLeft, shown);
        painter->restore();
    }

private:
    const ShownEvents *m_events;
    const OwnerLight *m_light;
};

} // namespace

EventList::EventList(ShownEvents *events, OwnerLight *light, QWidget *parent)
    : QTableView(parent)
    , m_events(events)
{
    setObjectName(u"events"_s);
    setAccessibleName(tr("Events"));
    setModel(events);
    setItemDelegate(new EventDelegate(events, light, this));
    light->follow(this, [events](const QModelIndex &index) {
        return index.column() == EventModel::Owner ? events->eventAt(index.row()).owner : lockcore::Bytes();
    });
    setUpQuietTable(this);
    setSelectionMode(SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // lock and owner shrink instead
    setColumnHidden(EventModel::Why, true);               // it is a sentence, and the tooltip of every cell shows it
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setUpRows();
    connect(events, &QAbstractItemModel::modelReset, this, &EventList::scrollToBottom, Qt::QueuedConnection); // new filter
    new FocusRing(this);
}

void EventList::setUpRows()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::unit);
    horizontalHeader()->setFixedHeight(fontMetrics().height() + grid::spacing); // like the timeline's axis next to it
    const QFontMetricsF text(font());
    setMinimumWidth(
        static_cast<int>(figuresWidth(text, u"00:00:00.000"_s) + text.horizontalAdvance(u"▲ "_s + tr("deleted early")) + 2 * ownerWidth()));
    fitColumns();
}

int EventList::ownerWidth() const
{
    return static_cast<int>(QFontMetricsF(fixedFont(font())).horizontalAdvance(u"9f3ac21e…:17"_s)) + 2 * cellPadding + 1;
}

// Time and event are as wide as their words; an owner is wide enough to be distinguished; the lock's name takes the rest.
void EventList::fitColumns()
{
    const QFontMetricsF text(font());
    const auto padded = [](EventModel::Column column, qreal width) {
        return static_cast<int>(width) + leftPadding(column) + cellPadding + 1;
    };
    const int time = padded(EventModel::Time, figuresWidth(text, u"00:00:00.000"_s));
    const int what = padded(EventModel::What, qMax(text.horizontalAdvance(tr("changed hands")), qreal(m_widestWord)));
    const int room = viewport()->width() - time;
    const int owner = qMax(ownerWidth(), (room - what) * 2 / 5);
    setColumnWidth(EventModel::Time, time);
    setColumnWidth(EventModel::What, what);
    setColumnWidth(EventModel::Lock, room - what - owner);
    setColumnWidth(EventModel::Owner, owner);
}

// Columns only grow, so that they do not jitter.
void EventList::measure(int first, int last)
{
    const int most = fontMetrics().horizontalAdvance(u"▲ "_s + tr("partly released") + u" +"_s);
    const int before = m_widestWord;
    for (int row = first; row <= last && m_widestWord < most; ++row) {
        const auto index = model()->index(row, EventModel::What);
        m_widestWord =
            qMin(most, qMax(m_widestWord, fontMetrics().horizontalAdvance(markOf(m_events->eventAt(row).type) + index.data().toString())));
    }
    if (m_widestWord != before)
        fitColumns();
}

void EventList::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

bool EventList::atNewest() const { return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 1; }

void EventList::rowsInserted(const QModelIndex &parent, int start, int end)
{
    const bool follow = atNewest();
    QTableView::rowsInserted(parent, start, end);
    measure(start, end);
    if (follow)
        QMetaObject::invokeMethod(this, &EventList::scrollToBottom, Qt::QueuedConnection);
}

void EventList::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int value = verticalScrollBar()->value();
    const bool follow = atNewest();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
    if (start == 0 && !follow) // the scroll value counts rows, so this keeps the line being read in its place
        verticalScrollBar()->setValue(qMax(0, value - (end + 1)));
}

// Copies all data of the current event as tab-separated columns.
void EventList::copy() const
{
    QStringList columns;
    for (int column = 0; column < EventModel::ColumnCount; ++column)
        columns << currentIndex().siblingAtColumn(column).data().toString();
    QGuiApplication::clipboard()->setText(columns.join(u'\t'));
}

void EventList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space)
        return event->ignore(); // the page uses Space to freeze
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        return copy();
    QTableView::keyPressEvent(event);
}

void EventList::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model())
        setUpRows();
}

} // namespace lockscope
