// SPDX-License-Identifier: MIT
// A line of pixels as wide as the timeline: coloured column by column, then painted over a height at once. Ten thousand bars or
// ticks cost as many stores and one picture, not as many fills. GUI thread.
#pragma once

#include <QImage>

class QPainter;

namespace lockscope {

class TimelinePixels final
{
public:
    /// `width`: px; `scale`: device pixels in one.
    TimelinePixels(int width, qreal scale);

    /// Colours from `left` to `right`, px, rounded like a fill. Overwrites what was there before.
    void put(qreal left, qreal right, QRgb premultiplied);

    void draw(QPainter &painter, qreal top, qreal height) const;
    void clear();

private:
    QImage m_line;
    qreal m_scale;
    int m_first; ///< device pixels that were set: m_first … m_end − 1
    int m_end = 0;
};

} // namespace lockscope
