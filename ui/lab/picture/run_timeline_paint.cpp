// SPDX-License-Identifier: MIT
// Paints the moving parts on top of the picture of a run: the playhead, the veil after it, the crosshair.
#include "ui/lab/picture/run_timeline.h"
#include "ui/report/time_axis.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <QPaintEvent>

namespace lockscope {

QString RunTimeline::timeText(Time time) const { return exactTime(time - m_player->begin()); }

void RunTimeline::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const auto sheet = this->sheet();
    painter.drawPixmap(0, 0, m_picture.whole(sheet));
    m_playhead = sheet.xOf(m_player->position());
    if (!m_run)
        return;
    if (!m_showsAll && m_player->position() < m_player->end()) { // at the end, nothing is hidden, and no label is cut
        const auto veil = QRectF(viewport()->rect()).adjusted(std::max(m_playhead, sheet.left()), 0, 0, 0);
        painter.setClipRect(veil);
        painter.drawPixmap(0, 0, m_picture.ground(sheet));
        painter.setClipping(false);
    }
    paintCrosshair(painter, sheet);
    paintPlayhead(painter, sheet); // below the signs and numbers of this moment: they are what the viewer stops for
    paintSignsOfNow(painter);
    paintEarlyLabels(painter);
    paintGroups(painter, sheet);
    paintPace(painter);
}

// Paints a time on the axis, in a box that stays within the view.
void RunTimeline::paintHead(QPainter &painter, double x, const QString &text, const QColor &ground, const QColor &words) const
{
    const auto width = figuresWidth(painter.font(), text) + 2 * grid::unit + 2;
    const auto height = m_picture.axisHeight(font()) - 2;
    const QRectF box(std::clamp(x - width / 2, 0.0, std::max(viewport()->width() - width, 0.0)), 0, width, height);
    for (const auto &tick : m_picture.tickPlaces(sheet())) { // cover cut labels completely: half a label could be misread
        if (tick.intersects(box))
            painter.fillRect(tick, palette().color(QPalette::Base));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 3, 3);
    painter.setPen(words);
    drawFigures(painter, box.adjusted(grid::unit + 1, 0, 0, 0), Qt::AlignLeft, text);
}

// The veil begins in their middle.
void RunTimeline::paintSignsOfNow(QPainter &painter) const
{
    constexpr double reach = 8;
    for (const auto &sign : m_picture.signs()) {
        if (sign.middle.x() > m_playhead - reach && sign.middle.x() <= m_playhead + 1e-6)
            PainterCanvas::paint(painter, sign);
    }
}

void RunTimeline::paintEarlyLabels(QPainter &painter) const
{
    for (const auto &label : m_picture.earlyLabels()) {
        if (m_showsAll || !isAhead(label, m_playhead))
            PainterCanvas::paint(painter, label, palette());
    }
    painter.setFont(font());
}

// Paints the current state of each folded group.
void RunTimeline::paintGroups(QPainter &painter, const TimelineSheet &sheet) const
{
    auto small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    const QFontMetricsF metrics(small);
    for (const auto &[group, top] : m_picture.foldedGroups()) {
        const auto indent = TimelineSheet::margin + 16 * PainterCanvas::scaleOf(font());
        const QRectF place(indent, top, sheet.left() - indent - grid::unit, metrics.height());
        const auto text = groupText(*group, std::clamp(m_player->position(), m_player->begin(), m_player->end()));
        painter.setFont(small);
        painter.setPen(shadesOf(palette()).secondary);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, place.width()));
    }
    painter.setFont(font());
}

// Shows the speed if it is lower here than the chosen one.
void RunTimeline::paintPace(QPainter &painter) const
{
    if (!m_player->isPlaying() || !m_player->isInSlowStretch())
        return;
    auto small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    painter.setPen(shadesOf(palette()).secondary);
    painter.drawText(pacePlace(), Qt::AlignLeft | Qt::AlignVCenter, tr("slow motion"));
    painter.setFont(font());
}

void RunTimeline::paintCrosshair(QPainter &painter, const TimelineSheet &sheet) const
{
    const auto time = crosshair();
    if (!time || m_drag == Drag::Scrub)
        return;
    const auto &shades = shadesOf(palette());
    const auto x = std::round(sheet.xOf(*time));
    painter.fillRect(QRectF(x, m_picture.axisHeight(font()), 1, viewport()->height()), shades.faint);
    paintHead(painter, x, timeText(*time), shades.pill, palette().color(QPalette::Text));
}

void RunTimeline::paintPlayhead(QPainter &painter, const TimelineSheet &sheet) const
{
    if (m_player->position() < m_begin || m_player->position() > m_end)
        return;
    const auto x = std::round(sheet.xOf(m_player->position()));
    const auto colour = shadesOf(palette()).accent;
    painter.fillRect(QRectF(x - 1, m_picture.axisHeight(font()) - 3, 2, viewport()->height()), colour);
    paintHead(painter, x, timeText(m_player->position()), colour, palette().color(QPalette::HighlightedText));
}

} // namespace lockscope
