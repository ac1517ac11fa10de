// SPDX-License-Identifier: MIT
// What `lockscope lab --check` prints. Pure; any thread.
#pragma once

#include "app/command/text_columns.h"
#include "ui/report/check.h"

namespace lockscope {

QString checkText(const Check &check, const TextStyle &style);
int exitCodeOf(const Check &check); ///< an error first, then broken, then inconclusive or stopped

} // namespace lockscope
