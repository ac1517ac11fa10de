// SPDX-License-Identifier: MIT
#include "ui/explore/comparison_view.h"

#include "ui/explore/comparison_model.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

class CellDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &shades = shadesOf(option.palette);
        const bool isBroken = index.data(ComparisonModel::BrokenRole).toBool();
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shades.selected);
        auto font = option.font;
        if (isBroken)
            font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(isBroken ? shades.danger : index.column() == 0 ? option.palette.color(QPalette::Text) : shades.secondary);
        const auto place = option.rect.adjusted(index.column() == 0 ? leftPadding(0) : 0, 0, 0, 0);
        painter->drawText(place, index.data(Qt::TextAlignmentRole).toInt(), index.data().toString());
        painter->restore();
    }
};

// Two lines where one has no room.
class WrappedHeader final : public QHeaderView
{
public:
    explicit WrappedHeader(QWidget *parent)
        : QHeaderView(Qt::Horizontal, parent)
    {
        setHighlightSections(false);
        setSectionsClickable(false);
    }

    QSize sizeHint() const override { return {QHeaderView::sizeHint().width(), fontMetrics().height() * 3 + 2 * grid::unit}; }

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override
    {
        painter->fillRect(rect, palette().color(QPalette::Base));
        painter->setPen(shadesOf(palette()).secondary);
        const auto text = model()->headerData(section, Qt::Horizontal).toString();
        const auto place = rect.adjusted(section == 0 ? leftPadding(0) : 2, grid::unit, -2, -grid::unit);
        painter->drawText(place, Qt::TextWordWrap | Qt::AlignBottom | (section == 0 ? Qt::AlignLeft : Qt::AlignHCenter), text);
    }
};

} // namespace

ComparisonView::ComparisonView(QWidget *parent)
    : QWidget(parent)
    , m_model(new ComparisonModel(this))
    , m_table(new QTableView(this))
    , m_legend(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
{
    m_table->setObjectName(u"comparison"_s);
    m_table->setAccessibleName(tr("What breaks each protocol"));
    setUpQuietTable(m_table);
    m_table->setHorizontalHeader(new WrappedHeader(m_table));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    new FocusRing(m_table);
    m_legend->setWordWrap(true);
    m_legend->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table, 1);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_legend);
    connect(m_table, &QTableView::activated, this, &ComparisonView::open);
}

void ComparisonView::show(const ExploreTablePtr &table)
{
    const auto current = m_table->currentIndex();
    m_model->show(table);
    m_table->setCurrentIndex(m_model->index(current.row(), current.column()));
    const auto meaning = tr(
        "M: two are inside at once. O: a lock is removed by another. I: a lock becomes immortal. U, S: an update is lost, a stale write gets through. R: re-entry. Pause: the shortest one that lets two in, in ms. Enter opens the counterexample.");
    m_legend->setText(table->isDone ? meaning : tr("%1 protocols so far … %2").arg(table->lines.size()).arg(meaning));
    fitColumns();
}

void ComparisonView::open(const QModelIndex &index)
{
    const auto *const cell = m_model->cellAt(index);
    if (cell && !cell->findings.isEmpty())
        emit chosen(m_model->protocolAt(index.row()), cell->findings.front());
}

void ComparisonView::fitColumns()
{
    const int columns = m_model->columnCount();
    if (columns < 2)
        return;
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::spacing + grid::unit);
    const int name = fontMetrics().averageCharWidth() * 24 + leftPadding(0);
    m_table->setColumnWidth(0, name);
    for (int column = 1; column < columns; ++column)
        m_table->setColumnWidth(column, std::max(1, (m_table->viewport()->width() - name) / (columns - 1)));
}

void ComparisonView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

} // namespace lockscope
