// SPDX-License-Identifier: MIT
// What `lockscope lab --compare` prints: one row for each protocol. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/runs/comparison.h"

namespace lockscope {

QString comparisonText(const lockcore::Scenario &scenario, const ComparisonResult &comparison, const TextStyle &style);

} // namespace lockscope
