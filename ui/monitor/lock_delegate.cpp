// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_delegate.h"

#include "ui/monitor/lock_column_widths.h"
#include "ui/monitor/lock_columns.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/owner_light.h"
#include "ui/monitor/state_glyph.h"
#include "ui/monitor/tone_colour.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/lease_bar.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/shown_text.h"

#include <QPainter>

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr qreal barHeight = 6;
constexpr qreal glyphSize = 11;

double glowOf(const LockRow &row, Moment now)
{
    if (!row.renewedAt || wantsLessMotion())
        return 0;
    const auto age = std::chrono::duration<double>(now - *row.renewedAt) / std::chrono::duration<double>(LockRow::glow);
    return age >= 0 && age < 1 ? 1 - age : 0;
}

// From 0 (not faded) to 1.
double fadedOf(const LockRow &row, Moment now)
{
    if (!row.goneAt || wantsLessMotion())
        return row.gone() ? 1 : 0;
    return std::clamp(std::chrono::duration<double>(now - *row.goneAt) / std::chrono::duration<double>(LockRow::fade), 0.0, 1.0);
}

QColor between(const QColor &one, const QColor &other, double share)
{
    const auto part = [share](float from, float to) { return from + static_cast<float>(share) * (to - from); };
    return QColor::fromRgbF(part(one.redF(), other.redF()), part(one.greenF(), other.greenF()), part(one.blueF(), other.blueF()));
}

} // namespace

struct LockDelegate::Cell
{
    QPainter &painter;
    const QStyleOptionViewItem &option;
    const LockRow &row;
    LockModel::Column column;
    ServerTime now;
    Moment moment;
    QRectF inner;
    const Shades &shades;
    bool greyed;

    bool selected() const { return option.state.testFlag(QStyle::State_Selected); }
};

LockDelegate::LockDelegate(const LockSortFilter *rows, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_rows(rows)
{ }

int LockDelegate::rowHeight(const QFontMetrics &metrics) { return metrics.height() + 12; }

QSize LockDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *row = m_rows->rowAt(index);
    if (!row)
        return {};
    const auto column = static_cast<LockModel::Column>(index.column());
    const auto text =
        (column == LockModel::Last ? markOf(row->last) : QString()) + cellText(*row, column, m_rows->locks()->serverNow()).joined();
    const bool fixed = column == LockModel::Name || column == LockModel::Owner;
    QFont face = fixed ? fixedFont(option.font) : option.font;
    if (column == LockModel::Name)
        face.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(face);
    const qreal ornament = column == LockModel::State ? glyphSize + 6 : 0;
    return {static_cast<int>(figuresWidth(metrics, text) + ornament) + leftPadding(column) + cellPadding + 1,
            rowHeight(option.fontMetrics)};
}

bool LockDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    return showPlainToolTip(event, view, option, index);
}

void LockDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *row = m_rows->rowAt(index);
    if (!row || !row->used)
        return;
    const QRectF inner = QRectF(option.rect).adjusted(leftPadding(index.column()), 0, -cellPadding, -1);
    const Cell cell{*painter,
                    option,
                    *row,
                    static_cast<LockModel::Column>(index.column()),
                    m_rows->locks()->nowOf(*row),
                    m_rows->locks()->moment(),
                    inner,
                    shadesOf(option.palette),
                    m_greyed || row->unknownSince};
    painter->save();
    paintGround(cell);
    painter->setFont(option.font);
    switch (cell.column) {
    case LockModel::State: paintState(cell); break;
    case LockModel::Name: paintKey(cell); break;
    case LockModel::Kind: paintKind(cell); break;
    case LockModel::Owner: paintOwner(cell); break;
    case LockModel::Lease: paintLease(cell); break;
    case LockModel::Renewals: paintRenewals(cell); break;
    case LockModel::Last: paintLast(cell); break;
    default: paintPlain(cell);
    }
    painter->restore();
}

void LockDelegate::paintGround(const Cell &cell) const
{
    if (cell.selected())
        cell.painter.fillRect(cell.option.rect, cell.shades.selected);
    const QRect &rect = cell.option.rect;
    cell.painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), cell.shades.hairline);
}

QColor LockDelegate::textColour(const Cell &cell) const
{
    if (cell.greyed)
        return cell.shades.faint;
    const auto text = cell.option.palette.color(QPalette::Text);
    if (!cell.row.gone())
        return text;
    return between(text, cell.shades.faint, fadedOf(cell.row, cell.moment));
}

void LockDelegate::paintState(const Cell &cell) const
{
    const auto colour = cell.greyed ? cell.shades.faint : stateColour(cell.row, cell.option.palette);
    const QRectF square(cell.inner.left(), cell.inner.center().y() - glyphSize / 2, glyphSize, glyphSize);
    paintStateGlyph(cell.painter, square, cell.row, colour);
    cell.painter.setPen(colour);
    drawFigures(cell.painter, cell.inner.adjusted(glyphSize + 6, 0, 0, 0), Qt::AlignLeft, cellText(cell.row, cell.column, cell.now).main);
}

void LockDelegate::paintKey(const Cell &cell) const
{
    QFont font = fixedFont(cell.option.font);
    if (!cell.row.gone())
        font.setWeight(QFont::DemiBold);
    font.setStrikeOut(cell.row.gone());
    cell.painter.setFont(font);
    cell.painter.setPen(textColour(cell));
    const auto text = QFontMetricsF(font).elidedText(cell.row.name, Qt::ElideMiddle, cell.inner.width());
    cell.painter.drawText(cell.inner, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, text);
}

void LockDelegate::paintKind(const Cell &cell) const
{
    const auto text = cellText(cell.row, cell.column, cell.now);
    const auto width = qMin(figuresWidth(cell.option.font, text.main), cell.inner.width());
    cell.painter.setPen(textColour(cell));
    drawFigures(cell.painter, QRectF(cell.inner.topLeft(), QSizeF(width, cell.inner.height())), Qt::AlignLeft, text.main);
    if (!cell.greyed && !cell.row.gone())
        cell.painter.setPen(cell.shades.secondary);
    drawFigures(cell.painter, cell.inner.adjusted(width, 0, 0, 0), Qt::AlignLeft, text.aside);
}

// In full where there is room for all of it. Neutral, unless the owner lights up.
void LockDelegate::paintOwner(const Cell &cell) const
{
    const QFont font = fixedFont(cell.option.font);
    const QFontMetricsF metrics(font);
    const auto full = fullOwnerText(cell.row.lock);
    const bool fits = !full.isEmpty() && metrics.horizontalAdvance(full) <= cell.inner.width();
    const auto text = metrics.elidedText(fits ? full : cellText(cell.row, cell.column, cell.now).main, Qt::ElideMiddle, cell.inner.width());
    const auto &holders = cell.row.lock.holders;
    const auto isLit = [this](const Holder &holder) { return m_light->isLit(holder.owner); };
    if (m_light && !cell.greyed && std::ranges::any_of(holders, isLit))
        paintLitOwner(cell.painter, cell.option.palette,
                      QRectF(cell.inner.topLeft(), QSizeF(metrics.horizontalAdvance(text), cell.inner.height())));
    cell.painter.setFont(font);
    cell.painter.setPen(textColour(cell));
    cell.painter.drawText(cell.inner, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, text);
}

void LockDelegate::paintLease(const Cell &cell) const
{
    const auto text = cellText(cell.row, cell.column, cell.now).main;
    const qreal figures = qMax(figuresWidth(cell.option.font, widestSpan), figuresWidth(cell.option.font, text)) + 8;
    const bool low = !cell.row.gone() && (isExpiring(cell.row.lock, cell.now) || cell.row.lock.state == LockState::RenewalOverdue);
    auto colour = textColour(cell);
    if (!cell.greyed && low)
        colour = cell.shades.warning;
    if (!cell.greyed && !cell.row.gone() && cell.row.lock.state == LockState::Immortal)
        colour = cell.shades.danger;
    if (const auto fraction = leaseFraction(cell.row, cell.now);
        fraction && !cell.row.gone() && cell.inner.width() >= figures + leastLeaseBar) {
        const QRectF bar(cell.inner.left(), cell.inner.center().y() - barHeight / 2, cell.inner.width() - figures, barHeight);
        QColor fill = low ? cell.shades.warning : cell.shades.secondary;
        if (cell.greyed)
            fill = cell.shades.faint;
        paintLeaseBar(
            cell.painter, bar,
            {*fraction, glowOf(cell.row, cell.moment), cell.row.lock.leaseKnowledge != LeaseKnowledge::AsSet, fill, cell.shades.track});
    }
    cell.painter.setPen(colour);
    drawFigures(cell.painter, cell.inner, Qt::AlignRight, text);
}

// Paints a bar for each of the last intervals. The usual interval is half the available height, so that a late one is noticeable.
void LockDelegate::paintRenewals(const Cell &cell) const
{
    constexpr qreal step = 3, height = 10;
    paintPlain(cell);
    const auto &intervals = cell.row.intervals;
    const auto text = figuresWidth(cell.option.font, cellText(cell.row, cell.column, cell.now).joined());
    if (intervals.size() < 2 || cell.row.gone() || cell.inner.width() < text + grid::spacing + step * LockRow::mostIntervals)
        return;
    auto sorted = intervals;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    const auto usual = std::max(cell.row.lock.renewals.period.value_or(sorted[sorted.size() / 2]), Milliseconds(1));
    qreal x = cell.inner.right() - text - grid::spacing - step * static_cast<qreal>(intervals.size());
    for (const auto interval : intervals) {
        const auto share = static_cast<qreal>(interval.count()) / static_cast<qreal>(usual.count());
        const qreal bar = std::clamp(share / 2 * height, 1.0, height);
        const auto colour = cell.greyed ? cell.shades.faint : share > 1.5 ? cell.shades.warning : cell.shades.secondary;
        cell.painter.fillRect(QRectF(x, cell.inner.center().y() + height / 2 - bar, step - 1, bar), colour);
        x += step;
    }
}

void LockDelegate::paintLast(const Cell &cell) const
{
    const auto tone = toneOf(cell.row.last);
    if (cell.greyed || !isTrouble(tone))
        return paintPlain(cell);
    cell.painter.setPen(toneColour(tone, cell.option.palette));
    drawFigures(cell.painter, cell.inner, Qt::AlignLeft, markOf(cell.row.last) + cellText(cell.row, cell.column, cell.now).main);
}

void LockDelegate::paintPlain(const Cell &cell) const
{
    const auto text = cellText(cell.row, cell.column, cell.now);
    const bool strong = cell.column == LockModel::Count;
    cell.painter.setPen(strong || cell.greyed || cell.row.gone() ? textColour(cell) : cell.shades.secondary);
    // If there is too little space, the evidence is dropped first, then the number.
    const bool whole = figuresWidth(cell.option.font, text.joined()) <= cell.inner.width() + 0.5;
    const auto shown = whole ? text.joined()
                       : cell.column == LockModel::Node // the port is what tells nodes of one machine apart
                           ? QFontMetricsF(cell.option.font).elidedText(text.main, Qt::ElideLeft, cell.inner.width())
                           : text.main;
    drawFigures(cell.painter, cell.inner, columnAlignment(cell.column), shown);
}

} // namespace lockscope
