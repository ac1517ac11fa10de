// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_pixels.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope {

TimelinePixels::TimelinePixels(int width, qreal scale)
    : m_line(std::max(1, static_cast<int>(std::ceil(width * scale))), 1, QImage::Format_ARGB32_Premultiplied)
    , m_scale(scale)
    , m_first(m_line.width())
{
    m_line.fill(Qt::transparent);
}

void TimelinePixels::put(qreal left, qreal right, QRgb premultiplied)
{
    const int first = std::max(0, qRound(left * m_scale)), end = std::min(m_line.width(), qRound(right * m_scale));
    if (first >= end)
        return;
    auto *pixels = reinterpret_cast<QRgb *>(m_line.scanLine(0));
    std::fill(pixels + first, pixels + end, premultiplied);
    m_first = std::min(m_first, first);
    m_end = std::max(m_end, end);
}

// Draws a texture that repeats downwards, in device pixels: a texture is copied, but a stretched picture is looked up point by point.
void TimelinePixels::draw(QPainter &painter, qreal top, qreal height) const
{
    if (m_first >= m_end)
        return;
    const int first = qRound(top * m_scale), end = qRound((top + height) * m_scale);
    painter.save();
    painter.scale(1 / m_scale, 1 / m_scale);
    painter.setBrushOrigin(0, 0);
    painter.fillRect(QRect(m_first, first, m_end - m_first, end - first), QBrush(m_line));
    painter.restore();
}

void TimelinePixels::clear()
{
    if (m_first >= m_end)
        return;
    auto *pixels = reinterpret_cast<QRgb *>(m_line.scanLine(0));
    std::fill(pixels + m_first, pixels + m_end, 0U);
    m_first = m_line.width();
    m_end = 0;
}

} // namespace lockscope
