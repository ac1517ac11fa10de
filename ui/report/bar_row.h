// SPDX-License-Identifier: MIT
// The bars of one lane from left to right. Bars narrower than a pixel are merged with neighbours of the same look, and left out if their
// pixel is already painted, so that the size of the picture does not grow with the length of the run. One thread.
#pragma once

#include "ui/report/canvas.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockscope {

class BarRow final
{
public:
    explicit BarRow(Canvas &canvas)
        : m_canvas(canvas)
    { }
    ~BarRow() { flush(); }
    BarRow(const BarRow &) = delete;
    BarRow &operator=(const BarRow &) = delete;

    /// `title`: see Bar::title.
    template <class Title>
    void add(Bar bar, Title title)
    {
        const bool joins = m_last && m_last->ink == bar.ink && m_last->opacity == bar.opacity && m_last->height == bar.height
                           && m_last->y == bar.y && m_last->outline == bar.outline && std::min(bar.width, m_last->width) < 1
                           && bar.x - (m_last->x + m_last->width) < 0.5;
        if (joins) {
            m_last->width = std::max(bar.x + bar.width - m_last->x, 1.0);
            return;
        }
        const bool isCovered = m_last && bar.width < 1 && bar.x < m_last->x + m_last->width && m_last->y == bar.y;
        if (isCovered)
            return;
        flush();
        bar.width = std::max(bar.width, 1.0);
        bar.title = std::move(title);
        m_last = std::move(bar);
    }

private:
    void flush()
    {
        if (m_last)
            m_canvas.bar(*m_last);
        m_last.reset();
    }

    Canvas &m_canvas;
    std::optional<Bar> m_last;
};

} // namespace lockscope
