// SPDX-License-Identifier: MIT
// What the signs of a compact row mean. Any thread.
#pragma once

#include "ui/report/timeline_legend.h"

namespace lockscope {

std::vector<LegendSample> compareLegend();

} // namespace lockscope
