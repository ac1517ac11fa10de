// SPDX-License-Identifier: MIT
#include "ui/explore/step_view.h"

#include "ui/explore/step_model.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/lease_bar.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using Life = StepModel::Lane::Life;
using Tone = StepModel::Tone;

namespace {

constexpr int laneWidth = 36; // px
constexpr int leaseHeight = 3;

class StepDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shadesOf(option.palette).selected);
        const auto lane = index.data(StepModel::LaneRole);
        if (lane.isValid())
            paintLane(*painter, option, lane.value<StepModel::Lane>());
        else
            paintText(*painter, option, index);
        painter->restore();
    }

private:
    static QColor colourOf(const QModelIndex &index, const QPalette &palette)
    {
        const auto &shades = shadesOf(palette);
        const auto tone = static_cast<Tone>(index.data(StepModel::ToneRole).toInt());
        if (index.column() == StepModel::timeColumn || tone == Tone::Time)
            return shades.secondary;
        const bool isRedis = index.column() == index.model()->columnCount() - 1;
        if (tone == Tone::Violation && !isRedis)
            return shades.danger;
        return tone == Tone::Fault && !isRedis ? shades.warning : palette.color(QPalette::Text);
    }

    static void paintText(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        const bool isRedis = index.column() == index.model()->columnCount() - 1;
        const bool isTime = index.column() == StepModel::timeColumn;
        auto place = QRectF(option.rect).adjusted(leftPadding(index.column()), 0, -cellPadding, 0);
        const double left = index.data(StepModel::LeaseRole).toDouble();
        if (isRedis && left >= 0) {
            const auto &shades = shadesOf(option.palette);
            paintLeaseBar(painter, QRectF(place.left(), option.rect.bottom() - leaseHeight, place.width(), leaseHeight),
                          {.fraction = left, .colour = shades.faint, .track = shades.track});
        }
        painter.setFont(isTime || isRedis ? option.font : fixedFont(option.font));
        painter.setPen(colourOf(index, option.palette));
        const auto text = QFontMetricsF(painter.font()).elidedText(index.data().toString(), Qt::ElideRight, place.width() + 1);
        drawFigures(painter, place, isTime ? Qt::AlignRight : Qt::AlignLeft, text);
    }

    // Thin while it waits, wide while it is inside, dashed while it stands still, and nothing after its death.
    static void paintLane(QPainter &painter, const QStyleOptionViewItem &option, const StepModel::Lane &lane)
    {
        painter.setRenderHint(QPainter::Antialiasing);
        const auto colour = ownerColour(option.palette, lane.worker);
        const QRectF rect = option.rect;
        const auto middle = rect.center();
        paintLife(painter, {rect.left(), rect.top(), rect.width(), rect.height() / 2}, lane.before, colour);
        if (!lane.isLast || lane.life == Life::Inside)
            paintLife(painter, {rect.left(), middle.y(), rect.width(), rect.height() / 2}, lane.life, colour);
        if (!lane.acts)
            return;
        constexpr qreal radius = 4.5;
        const auto &shades = shadesOf(option.palette);
        painter.setPen(QPen(option.palette.color(QPalette::Base), 2));
        painter.setBrush(lane.isFault ? shades.danger : colour);
        painter.drawEllipse(middle, radius, radius);
        if (lane.isFault) {
            constexpr qreal arm = 2;
            painter.setPen(QPen(option.palette.color(QPalette::Base), 1.5));
            painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
            painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm));
        }
    }

    static void paintLife(QPainter &painter, const QRectF &place, Life life, const QColor &colour)
    {
        constexpr qreal wide = 16, thin = 2;
        if (life == Life::Away || life == Life::Dead)
            return;
        const auto x = place.center().x();
        if (life == Life::Inside)
            return painter.fillRect(QRectF(x - wide / 2, place.top(), wide, place.height() + 1), colour);
        QPen pen(colour, thin);
        pen.setCapStyle(Qt::FlatCap);
        if (life == Life::Paused)
            pen.setDashPattern({1.5, 1.5});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom() + 1));
    }
};

} // namespace

StepView::StepView(StepModel *steps, QWidget *parent)
    : QTableView(parent)
    , m_steps(steps)
{
    setObjectName(u"steps"_s);
    setAccessibleName(tr("The counterexample, step by step"));
    setUpQuietTable(this);
    setModel(steps);
    setItemDelegate(new StepDelegate(this));
    setSelectionMode(SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // what happens shrinks instead
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    connect(steps, &QAbstractItemModel::modelReset, this, &StepView::fitColumns);
    new FocusRing(this);
    fitColumns();
}

void StepView::goTo(int row)
{
    if (m_steps->rowCount() > 0)
        setCurrentIndex(m_steps->index(std::clamp(row, 0, m_steps->rowCount() - 1), m_steps->whatColumn()));
}

void StepView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (current.row() != previous.row())
        emit stepChanged(current.row());
}

void StepView::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() != Qt::NoModifier)
        return QTableView::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: return goTo(step() - 1);
    case Qt::Key_Right: return goTo(step() + 1);
    case Qt::Key_Home: return goTo(0);
    case Qt::Key_End: return goTo(m_steps->rowCount() - 1);
    default: QTableView::keyPressEvent(event);
    }
}

void StepView::fitColumns()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::spacing + grid::unit);
    const QFontMetricsF text(font());
    const int time = static_cast<int>(std::max(figuresWidth(text, tr("00000 ms")), text.horizontalAdvance(tr("Clock"))));
    setColumnWidth(StepModel::timeColumn, time + leftPadding(0) + cellPadding);
    int taken = columnWidth(StepModel::timeColumn);
    for (int column = StepModel::firstLane; column < m_steps->whatColumn(); ++column) {
        setColumnWidth(column, laneWidth);
        taken += laneWidth;
    }
    const int room = std::max(viewport()->width() - taken, 0);
    const int redis = room / 3;
    setColumnWidth(m_steps->redisColumn(), redis);
    setColumnWidth(m_steps->whatColumn(), room - redis);
}

void StepView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    scrollTo(currentIndex());
}

void StepView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model())
        fitColumns();
}

} // namespace lockscope
