// SPDX-License-Identifier: MIT
// What the signs of a timeline mean, for those that a run has: below the picture, in the window as in a page. One thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/canvas.h"

#include <QString>

#include <vector>

namespace lockscope {

struct LegendSample
{
    QString text;
    std::function<void(Canvas &, double x, double y)> paint; ///< `y`: the base line of the text
};

/// Drawn in the colour of the first worker, as an example; the most important first.
std::vector<LegendSample> timelineLegend(const lockcore::Lanes &lanes);

inline constexpr double legendLine = 20; ///< height of a line, px at 100 %

/// In lines between `left` and `right`, at most `lines`; what does not fit is left out. Returns the y position below.
double paintLegend(Canvas &canvas, const std::vector<LegendSample> &samples, double left, double right, double top, int lines = 100);

} // namespace lockscope
