// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_twin.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_ink.h"
#include "ui/widgets/timeline_table.h"
#include "ui/widgets/tool_tip.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

// Aligns cells with their headers.
class TwinDelegate final : public PlainDelegate
{
public:
    TwinDelegate(const TimelineTable *rows, QObject *parent)
        : PlainDelegate(parent)
        , m_rows(rows)
    { }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &shades = shadesOf(option.palette);
        const int column = index.column();
        const bool isKey = column == TimelineTable::Lane || column == TimelineTable::Owner;
        const auto *look = column == TimelineTable::What ? m_rows->lookOf(index.row()) : nullptr;
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shades.selected);
        painter->setFont(isKey ? fixedFont(option.font) : option.font);
        painter->setPen(look                            ? lookColour(*look, option.palette)
                        : column == TimelineTable::Time ? shades.secondary
                                                        : option.palette.color(QPalette::Text));
        const auto inner = QRectF(option.rect).adjusted(leftPadding(column), 0, -cellPadding, 0);
        auto text = (look ? look->mark : QString()) + index.data().toString();
        if (column == TimelineTable::Until)
            text = text.section(u'.', 0, 0); // without fractions of a second, which the tooltip shows, so that the names get more space
        drawFigures(*painter, inner, Qt::AlignLeft,
                    QFontMetricsF(painter->font()).elidedText(text, isKey ? Qt::ElideMiddle : Qt::ElideRight, inner.width() + 1));
        painter->restore();
    }

private:
    const TimelineTable *m_rows;
};

} // namespace

TimelineTwin::TimelineTwin(TimelineTable *rows, QWidget *parent)
    : QTableView(parent)
    , m_rows(rows)
{
    setObjectName(u"timelineTable"_s);
    setAccessibleName(tr("Timeline as a table"));
    setUpQuietTable(this);
    setModel(rows);
    setItemDelegate(new TwinDelegate(rows, this));
    setSelectionMode(SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // lock and owner shrink instead
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setUpRows();
    new FocusRing(this);
}

void TimelineTwin::setUpRows()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::unit);
    fitColumns();
}

// Times and events are as wide as their words so far; the names share the rest.
void TimelineTwin::fitColumns()
{
    const QFontMetricsF text(font());
    const auto padded = [](int column, qreal width) { return static_cast<int>(width) + leftPadding(column) + cellPadding + 1; };
    const qreal time = figuresWidth(text, u"00:00:00.000"_s);
    setColumnWidth(TimelineTable::Time, padded(TimelineTable::Time, time));
    setColumnWidth(TimelineTable::What, padded(TimelineTable::What, qMax(text.horizontalAdvance(tr("acquired")), m_widestWord)));
    setColumnWidth(TimelineTable::Until, padded(TimelineTable::Until, figuresWidth(text, u"00:00:00"_s)));
    const int room =
        viewport()->width() - columnWidth(TimelineTable::Time) - columnWidth(TimelineTable::What) - columnWidth(TimelineTable::Until);
    setColumnWidth(TimelineTable::Lane, room / 2);
    setColumnWidth(TimelineTable::Owner, room - room / 2);
}

bool TimelineTwin::atEnd() const { return verticalScrollBar()->value() >= verticalScrollBar()->maximum(); }

void TimelineTwin::rowsInserted(const QModelIndex &parent, int start, int end)
{
    QTableView::rowsInserted(parent, start, end);
    measure(start, end);
}

// Columns only grow, so that they do not jitter.
void TimelineTwin::measure(int first, int last)
{
    const QFontMetricsF text(font());
    const qreal most = text.horizontalAdvance(u"▲ "_s + tr("renewal overdue")) * 2; // also who did it
    const qreal before = m_widestWord;
    for (int row = first; row <= last && m_widestWord < most; ++row) {
        if (const auto *look = m_rows->lookOf(row))
            m_widestWord = qMin(
                most, qMax(m_widestWord, text.horizontalAdvance(look->mark + m_rows->index(row, TimelineTable::What).data().toString())));
    }
    if (m_widestWord > before)
        fitColumns();
}

void TimelineTwin::catchUp()
{
    const bool follows = atEnd();
    m_rows->catchUp();
    if (follows)
        scrollToBottom();
    viewport()->update(); // an old row may now have an end
}

void TimelineTwin::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space)
        return event->ignore(); // the table would select a row; on the page, Space freezes
    QTableView::keyPressEvent(event);
}

void TimelineTwin::resizeEvent(QResizeEvent *event)
{
    const bool follows = atEnd();
    QTableView::resizeEvent(event);
    fitColumns();
    if (follows)
        scrollToBottom();
}

void TimelineTwin::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model())
        setUpRows();
}

} // namespace lockscope
