// SPDX-License-Identifier: MIT
// An event as text for a terminal.
#pragma once

#include "app/command/text_columns.h"
#include "lockcore/monitor/model/event.h"

namespace lockscope {

/// Includes the end of line. On a terminal, text that does not fit on the first line continues on indented lines.
QString eventLine(const lockcore::LockEvent &event, const TextStyle &style);

} // namespace lockscope
