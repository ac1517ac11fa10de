// SPDX-License-Identifier: MIT
#include "ui/monitor/event_list.h"

#include "ui/monitor/event_model.h"
#include "ui/monitor/owner_light.h"
#include "ui/monitor/shown_events.h"
#include "ui/monitor/tone_colour.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/lock_words.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <utility>

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
    setColumnHidden(EventModel::By, true);
    setColumnHidden(EventModel::Why, true); // it is a sentence, and the tooltip of every cell shows it
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setUpRows();
    connect(events, &QAbstractItemModel::modelReset, this, &EventList::follow, Qt::QueuedConnection); // new filter
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &EventList::noteScrolling);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int maximum) { // more rows, or less height
        if (m_follows)
            verticalScrollBar()->setValue(maximum);
    });
    for (const auto chosen : {&QAbstractItemView::clicked, &QAbstractItemView::activated})
        connect(this, chosen, this, [this](const QModelIndex &index) { showMoment(m_events->eventAt(index.row())); });
    new FocusRing(this);
}

void EventList::setUpRows()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::unit);
    horizontalHeader()->setFixedHeight(fontMetrics().height() + grid::spacing); // like the timeline's axis next to it
    const QFontMetricsF text(font());
    setMinimumWidth(static_cast<int>(figuresWidth(text, u"00:00:00.000"_s) + text.horizontalAdvance(u"▲ "_s + tr("deleted early"))
                                     + (isColumnHidden(EventModel::By) ? 2 : 4) * ownerWidth()));
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
    const int time = padded(EventModel::Time, qMax(figuresWidth(text, u"00:00:00.000"_s), qreal(m_widestTime)));
    const int what = padded(EventModel::What, qMax(text.horizontalAdvance(tr("changed hands")), qreal(m_widestWord)));
    const int room = viewport()->width() - time;
    const int by = isColumnHidden(EventModel::By) ? 0 : qMax(ownerWidth(), (room - what) / 3);
    const int owner = qMax(ownerWidth(), (room - what - by) * 2 / 5);
    setColumnWidth(EventModel::Time, time);
    setColumnWidth(EventModel::What, what);
    setColumnWidth(EventModel::Lock, room - what - owner - by);
    setColumnWidth(EventModel::Owner, owner);
    setColumnWidth(EventModel::By, by);
}

void EventList::showTraced(bool any)
{
    if (any == isColumnHidden(EventModel::By)) {
        setColumnHidden(EventModel::By, !any);
        setUpRows();
    }
    viewport()->update();
}

// Columns only grow, so that they do not jitter.
void EventList::measure(int first, int last)
{
    const int most = fontMetrics().horizontalAdvance(u"▲ "_s + tr("partly released") + u" +"_s);
    const int before = m_widestWord, timeBefore = m_widestTime;
    for (const int row : {0, last}) { // after midnight, the oldest ones have a date
        const auto time = model()->index(row, EventModel::Time).data().toString();
        m_widestTime = qMax(m_widestTime, static_cast<int>(figuresWidth(QFontMetricsF(font()), time)));
    }
    for (int row = first; row <= last && m_widestWord < most; ++row) {
        const auto index = model()->index(row, EventModel::What);
        m_widestWord =
            qMin(most, qMax(m_widestWord, fontMetrics().horizontalAdvance(markOf(m_events->eventAt(row).type) + index.data().toString())));
    }
    if (m_widestWord != before || m_widestTime != timeBefore)
        fitColumns();
}

void EventList::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void EventList::showMoment(const lockcore::LockEvent &event)
{
    m_follows = false;                             // what one looks at must stay in sight
    emit momentWanted(lockcore::LockEvent(event)); // a copy: the list may change meanwhile
}

void EventList::follow()
{
    m_follows = true;
    scrollToBottom();
    setUnseen(0);
}

void EventList::noteScrolling()
{
    m_follows = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
    if (m_follows)
        setUnseen(0);
}

void EventList::setUnseen(int unseen)
{
    if (unseen != std::exchange(m_unseen, unseen))
        emit unseenChanged(unseen);
}

void EventList::rowsInserted(const QModelIndex &parent, int start, int end)
{
    QTableView::rowsInserted(parent, start, end);
    measure(start, end);
    if (!m_follows)
        setUnseen(m_unseen + end - start + 1);
}

void EventList::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int value = verticalScrollBar()->value();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
    if (start == 0 && !m_follows) // the scroll value counts rows, so this keeps the line being read in its place
        verticalScrollBar()->setValue(qMax(0, value - (end + 1)));
}

// Copies all data of the event as tab-separated columns.
void EventList::copy(const QModelIndex &index) const
{
    QStringList columns;
    for (int column = 0; column < EventModel::ColumnCount; ++column) {
        if (column != EventModel::By || !isColumnHidden(column))
            columns << index.siblingAtColumn(column).data().toString();
    }
    QGuiApplication::clipboard()->setText(columns.join(u'\t'));
}

void EventList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space)
        return event->ignore(); // the page uses Space to freeze
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        return copy(currentIndex());
    if (event->key() == Qt::Key_N && event->modifiers() == Qt::NoModifier)
        return follow(); // as in the timeline
    QTableView::keyPressEvent(event);
}

// The list may move on while the menu is open, so the menu is about a copy.
void EventList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QPersistentModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    const auto about = m_events->eventAt(index.row());
    QMenu menu(this);
    menu.addAction(tr("&Show the moment in the timeline"), QKeySequence(Qt::Key_Return), this, [this, about] { showMoment(about); });
    menu.addAction(tr("&Who does this?…"), this, [this, about] { emit traceWanted(about.id); });
    const auto term = QString::fromStdString(lockcore::Filter::term("owner", about.owner));
    auto *filter = menu.addAction(about.owner.empty() ? tr("&Filter this owner") : tr("&Filter this owner: %1").arg(withoutMnemonic(term)),
                                  this, [this, term] { emit filterTermChosen(term); });
    filter->setEnabled(!about.owner.empty());
    if (const auto by = m_events->tracedBy(index.row()); by && !by->names.empty()) {
        const auto client = clientTerm(by->names);
        menu.addAction(tr("Filter this c&lient: %1").arg(withoutMnemonic(client)), this, [this, client] { emit filterTermChosen(client); });
    }
    menu.addAction(themedIcon(u"edit-copy"_s, u"copy"_s, palette()), tr("&Copy"), QKeySequence::Copy, this, [this, &index] {
        if (index.isValid())
            copy(index);
    });
    menu.exec(byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

void EventList::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model())
        setUpRows();
}

} // namespace lockscope
