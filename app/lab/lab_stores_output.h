// SPDX-License-Identifier: MIT
// The comparison of stores as text: a block for each fault, a column for each store.
#pragma once

#include "app/command/terminal_style.h"
#include "ui/runs/store_comparison.h"

namespace lockscope {

QString storeComparisonText(const StoreComparisonResult &comparison, const TextStyle &style);

} // namespace lockscope
