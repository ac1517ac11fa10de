// SPDX-License-Identifier: MIT
// A line of pixels as wide as the timeline. It is coloured column by column, then painted over a height in one step. Ten thousand bars or
// ticks cost ten thousand memory writes and one picture, not ten thousand fills. GUI thread.
#pragma once

#include <QImage>

class QPainter;

namespace lockscope {

class TimelinePixels final
{
public:
    /// `width`: px; `scale`: device pixels per px.
    TimelinePixels(int width, qreal scale);

    /// Sets the colour from `left` to `right`, px, rounded as in a fill. Overwrites earlier colours.
    void put(qreal left, qreal right, QRgb premultiplied);

    void draw(QPainter &painter, qreal top, qreal height) const;
    void clear();

private:
    QImage m_line;
    qreal m_scale;
    int m_first; ///< range of device pixels that were set: m_first … m_end − 1
    int m_end = 0;
};

} // namespace lockscope
