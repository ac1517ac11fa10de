// SPDX-License-Identifier: MIT
#include "ui/lab/tables/compare_delegate.h"

#include "ui/widgets/flat_header.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int marksHeight = 14, holderHeight = 12, lanesGap = 3, insideBar = 3, rowMargin = 5; // px
constexpr std::size_t mostLanes = 4;                                                           // of workers; more share them

using MarkKind = CompactRow::Mark::Kind;

class RowPainter
{
public:
    RowPainter(QPainter &painter, const QStyleOptionViewItem &option, const CompareAxis &axis, const CompactRow &row)
        : m_painter(painter)
        , m_palette(option.palette)
        , m_row(row)
        , m_axis(axis)
        , m_cell(comparePicture(option.rect))
    { }

    void paint()
    {
        const double top = m_cell.top() + marksHeight, lanes = top + holderHeight + lanesGap;
        paintAxis();
        for (const auto &span : m_row.holds)
            paintHolder(span, top);
        for (const auto &span : m_row.inside) {
            const auto lane = static_cast<double>(span.worker % mostLanes);
            m_painter.fillRect(boxOf(span, lanes + lane * (insideBar + 1), insideBar), ink(span.worker));
        }
        paintLine(xOf(m_row.anchor.at), shadesOf(m_palette).secondary, true);
        for (const auto kind : {MarkKind::Violation, MarkKind::Refusal}) {
            double lastLabel = m_cell.left() - m_cell.width();
            for (const auto &mark : m_row.marks) {
                if (mark.kind == kind)
                    paintMark(mark, lastLabel);
            }
        }
    }

private:
    double xOf(Microseconds time) const { return m_cell.left() + m_axis.placeOf(time - m_row.anchor.at) * m_cell.width(); }
    QColor ink(std::size_t worker) const { return ownerColour(m_palette, static_cast<int>(worker)); }

    QRectF boxOf(const CompactRow::Span &span, double top, double height) const
    {
        const auto x = xOf(span.begin);
        return {x, top, std::max(xOf(span.end) - x, 2.0), height};
    }

    // The lines of the ticks, and where this run has not begun or is over.
    void paintAxis()
    {
        for (const auto tick : m_axis.ticks(leastTickGap(m_cell, m_painter.fontMetrics()))) {
            const auto x = m_cell.left() + m_axis.placeOf(tick) * m_cell.width();
            m_painter.setPen(shadesOf(m_palette).hairline);
            m_painter.drawLine(QPointF(x, m_cell.top()), QPointF(x, m_cell.bottom()));
        }
        const auto begin = xOf(m_row.begin), end = xOf(m_row.end);
        for (const auto &outside : {QRectF(QPointF(m_cell.left(), m_cell.top()), QPointF(begin, m_cell.bottom())),
                                    QRectF(QPointF(end, m_cell.top()), QPointF(m_cell.right() + 1, m_cell.bottom()))}) {
            if (outside.width() > 1)
                m_painter.fillRect(outside, shadesOf(m_palette).pill);
        }
    }

    void paintHolder(const CompactRow::Span &span, double top)
    {
        const auto box = boxOf(span, top, holderHeight);
        m_painter.fillRect(box, ink(span.worker));
        m_painter.fillRect(box, ownerHatch(m_palette, static_cast<int>(span.worker)));
        const auto name = QString::fromStdString(m_row.workers[span.worker]);
        if (m_painter.fontMetrics().horizontalAdvance(name) + 4 < box.width()) {
            m_painter.setPen(m_palette.color(QPalette::Base));
            m_painter.drawText(box, Qt::AlignCenter, name);
        }
    }

    void paintLine(double x, const QColor &colour, bool dashed)
    {
        m_painter.setPen(QPen(colour, dashed ? 1 : 2, dashed ? Qt::DashLine : Qt::SolidLine));
        m_painter.drawLine(QPointF(x, m_cell.top() + 2), QPointF(x, m_cell.bottom() - 2));
    }

    void paintMark(const CompactRow::Mark &mark, double &lastLabel)
    {
        const bool isBad = mark.kind == MarkKind::Violation;
        const auto colour = shadeColour(isBad ? ShadedLabel::Shade::Danger : ShadedLabel::Shade::Good, m_palette);
        const auto x = xOf(mark.at);
        paintLine(x, colour, false);
        const auto text = isBad ? u"✗"_s : u"✓"_s;
        const double width = m_painter.fontMetrics().horizontalAdvance(text) + 4;
        if (std::abs(x - lastLabel) < width)
            return;
        lastLabel = x;
        const auto left = isBad ? x + 2 : x - width; // so that two near each other have both signs
        m_painter.drawText(QRectF(left, m_cell.top() + 1, width, marksHeight - 2), Qt::AlignLeft | Qt::AlignVCenter, text);
    }

    QPainter &m_painter;
    const QPalette m_palette;
    const CompactRow &m_row;
    const CompareAxis &m_axis;
    const QRect m_cell;
};

} // namespace

CompareDelegate::CompareDelegate(const CompareModel *model, QObject *parent)
    : PlainDelegate(parent)
    , m_model(model)
{ }

void CompareDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, shadesOf(option.palette).selected);
    painter->setFont(option.font);
    const auto *const run = m_model->runAt(index.row());
    if (const auto text = index.data().toString(); !text.isEmpty()) { // there is no picture
        painter->setPen(shadesOf(option.palette).secondary);
        painter->drawText(option.rect.adjusted(leftPadding(index.column()), 4, -cellPadding, -4), Qt::AlignVCenter | Qt::TextWordWrap,
                          text);
    } else if (run && !run->row.workers.empty()) {
        RowPainter(*painter, option, m_model->axis(), run->row).paint();
    }
    painter->setPen(shadesOf(option.palette).hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

QRect comparePicture(const QRect &cell) { return cell.adjusted(leftPadding(CompareModel::Run), 0, -cellPadding - 8, 0); }

double leastTickGap(const QRect &picture, const QFontMetrics &metrics)
{
    return metrics.horizontalAdvance(u"−1 000  "_s) / std::max(1.0, double(picture.width()));
}

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.rect.width(), marksHeight + holderHeight + lanesGap + static_cast<int>(mostLanes) * (insideBar + 1) + rowMargin};
}

} // namespace lockscope
