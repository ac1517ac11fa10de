// SPDX-License-Identifier: MIT
#include "monitor/event_list.h"

#include "monitor/event_model.h"
#include "monitor/timeline_feed.h"
#include "widgets/figures.h"
#include "widgets/flat_header.h"
#include "widgets/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

class EventDelegate final : public QStyledItemDelegate
{
public:
    EventDelegate(const EventModel *events, std::function<int(const std::string &)> colourOf, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_events(events)
        , m_colourOf(std::move(colourOf))
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (option.rect.top() < 0)
            return; // at the newest the list ends with a whole row; the one that is cut off above would only be in the way
        const auto &shades = shadesOf(option.palette);
        const auto tone = index.column() == EventModel::What ? toneOf(m_events->event(index.row()).type) : TimelineLook::Tone::Plain;
        const bool isKey = index.column() == EventModel::Lock || index.column() == EventModel::Owner;
        const bool isLight = index.column() == EventModel::Time || index.column() == EventModel::Why;
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shades.selected);
        painter->setFont(isKey ? fixedFont(option.font) : option.font);
        painter->setPen(tone == TimelineLook::Tone::Danger    ? shades.danger
                        : tone == TimelineLook::Tone::Warning ? shades.warning
                        : isLight                             ? shades.secondary
                                                              : option.palette.color(QPalette::Text));
        QRectF inner = QRectF(option.rect).adjusted(leftPadding(index.column()), 0, -cellPadding, 0);
        if (index.column() == EventModel::Owner)
            inner.setLeft(inner.left() + paintSwatch(*painter, option.palette, inner, m_events->event(index.row()).owner));
        const auto mark = tone == TimelineLook::Tone::Plain ? QString() : u"▲ "_s;
        const auto text = QFontMetricsF(painter->font())
                              .elidedText(mark + index.data().toString(), isKey ? Qt::ElideMiddle : Qt::ElideRight, inner.width() + 1);
        drawFigures(*painter, inner, Qt::AlignLeft, text);
        painter->restore();
    }

private:
    qreal paintSwatch(QPainter &painter, const QPalette &palette, const QRectF &place, const std::string &owner) const
    {
        constexpr qreal size = 9;
        const int colour = m_colourOf(owner);
        if (colour >= 0) {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(ownerColour(palette, colour));
            painter.drawRoundedRect(QRectF(place.left(), place.center().y() - size / 2, size, size), 2, 2);
            painter.restore();
        }
        return size + 6;
    }

    const EventModel *m_events;
    std::function<int(const std::string &)> m_colourOf;
};

} // namespace

EventList::EventList(EventModel *events, std::function<int(const std::string &)> colourOf, QWidget *parent)
    : QTableView(parent)
{
    setObjectName(u"events"_s);
    setAccessibleName(tr("Events"));
    setModel(events);
    setItemDelegate(new EventDelegate(events, std::move(colourOf), this));
    setHorizontalHeader(new FlatHeader(this));
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setWordWrap(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    setUpColumns();
}

void EventList::setUpColumns()
{
    const QFontMetricsF text(font()), fixed(fixedFont(font()));
    const auto set = [&](EventModel::Column column, qreal width) {
        setColumnWidth(column, static_cast<int>(width) + leftPadding(column) + cellPadding + 1);
    };
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::unit);
    set(EventModel::Time, figuresWidth(text, u"00:00:00.000"_s));
    set(EventModel::What, text.horizontalAdvance(u"▲ "_s + tr("lease shortened")));
    set(EventModel::Lock, fixed.horizontalAdvance(QString(22, u'0')));
    set(EventModel::Owner, fixed.horizontalAdvance(QString(18, u'0')));
}

bool EventList::atNewest() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 1;
}

void EventList::rowsInserted(const QModelIndex &parent, int start, int end)
{
    const bool follow = atNewest();
    QTableView::rowsInserted(parent, start, end);
    if (follow)
        QMetaObject::invokeMethod(this, &EventList::scrollToBottom, Qt::QueuedConnection);
}

void EventList::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int value = verticalScrollBar()->value();
    const bool follow = atNewest();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
    if (start == 0 && !follow) // scrolls by rows: what is read stays in sight
        verticalScrollBar()->setValue(qMax(0, value - (end + 1)));
}

// A scrolled picture would keep what the delegate leaves out above.
void EventList::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    viewport()->update(QRect(0, 0, viewport()->width(), 2 * verticalHeader()->defaultSectionSize()));
}

void EventList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space)
        return event->ignore(); // freezes the page
    QTableView::keyPressEvent(event);
}

void EventList::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model())
        setUpColumns();
}

} // namespace lockscope
