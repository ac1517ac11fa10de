// SPDX-License-Identifier: MIT
#include "ui/lab/tables/result_table.h"

#include "ui/lab/tables/result_model.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QSortFilterProxyModel>

#include <numeric>

namespace lockscope {

namespace {

constexpr int abovePadding = grid::unit + 1; // px above and below the text of a cell

class ResultDelegate final : public PlainDelegate
{
public:
    ResultDelegate(bool wraps, QObject *parent)
        : PlainDelegate(parent)
        , m_wraps(wraps)
    { }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shadesOf(option.palette).selected);
        painter->setFont(option.font);
        painter->setPen(shadeColour(static_cast<ShadedLabel::Shade>(index.data(ResultModel::ShadeRole).toInt()), option.palette));
        const auto place = textPlace(option.rect, index.column());
        const auto text = index.data().toString();
        const int flags = m_wraps ? Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap : Qt::AlignLeft | Qt::AlignVCenter;
        painter->drawText(place, flags, m_wraps ? text : option.fontMetrics.elidedText(text, Qt::ElideRight, place.width()));
        painter->setPen(shadesOf(option.palette).hairline);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto place = textPlace(option.rect, index.column());
        const int lines =
            m_wraps
                ? option.fontMetrics.boundingRect(QRect(0, 0, place.width(), 10'000), Qt::TextWordWrap, index.data().toString()).height()
                : option.fontMetrics.height();
        return {option.rect.width(), std::max(lines, option.fontMetrics.height()) + 2 * abovePadding};
    }

private:
    static QRect textPlace(const QRect &cell, int column)
    {
        return cell.adjusted(leftPadding(column), abovePadding, -cellPadding, -abovePadding);
    }

    const bool m_wraps;
};

} // namespace

ResultTable::ResultTable(ResultModel *model, ResultLayout layout, QWidget *parent)
    : QTableView(parent)
    , m_layout(std::move(layout))
    , m_sorted(new QSortFilterProxyModel(this))
{
    setUpQuietTable(this);
    setWordWrap(m_layout.wraps); // with word wrap, a delegate knows the width of the column
    m_sorted->setSourceModel(model);
    m_sorted->setSortRole(ResultModel::SortRole);
    setModel(m_sorted);
    setItemDelegate(new ResultDelegate(m_layout.wraps, this));
    setSelectionMode(SingleSelection);
    setSelectionBehavior(m_layout.byRows ? SelectRows : SelectItems);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the columns share the width
    setVerticalScrollMode(ScrollPerPixel);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    if (m_layout.sortedBy >= 0) {
        horizontalHeader()->setSortIndicatorClearable(true);
        sortAsPlanned();
        setSortingEnabled(true);
    }
    connect(this, &QTableView::doubleClicked, this, &ResultTable::open);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &ResultTable::currentMoved);
    connect(m_sorted, &QAbstractItemModel::modelReset, this, &ResultTable::fit);
    connect(m_sorted, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &first, const QModelIndex &last) {
        for (int row = first.row(); m_layout.wraps && row <= last.row(); ++row)
            resizeRowToContents(row);
    });
    new FocusRing(this);
}

void ResultTable::sortAsPlanned()
{
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_sorted->sort(-1);
}

void ResultTable::sortAtEnd()
{
    if (m_layout.sortedBy < 0 || horizontalHeader()->sortIndicatorSection() >= 0)
        return;
    sortByColumn(m_layout.sortedBy, Qt::AscendingOrder);
    if (!currentIndex().isValid())
        scrollToTop();
}

void ResultTable::open(const QModelIndex &index)
{
    if (index.isValid() && !index.data(ResultModel::FolderRole).toString().isEmpty())
        emit opened(index);
}

// The details below the table are those of the current cell, so it must be visible.
void ResultTable::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    if (currentIndex().isValid() && !selectionModel()->hasSelection())
        setCurrentIndex(currentIndex());
}

void ResultTable::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return open(currentIndex());
    if (event->key() == Qt::Key_Escape)
        return event->ignore();
    QTableView::keyPressEvent(event);
}

void ResultTable::fit()
{
    const int all = std::max(1, std::accumulate(m_layout.parts.begin(), m_layout.parts.end(), 0));
    int room = viewport()->width();
    for (int column = static_cast<int>(m_layout.parts.size()) - 1; column > 0; --column) { // no title is cut; the first gets the rest
        const int part = viewport()->width() * m_layout.parts[column] / all;
        const int width = std::max(part, horizontalHeader()->sectionSizeHint(column));
        setColumnWidth(column, width);
        room -= width;
    }
    setColumnWidth(0, room);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 2 * abovePadding);
    if (m_layout.wraps)
        resizeRowsToContents();
}

void ResultTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fit();
}

void ResultTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_sorted)
        fit();
}

} // namespace lockscope
