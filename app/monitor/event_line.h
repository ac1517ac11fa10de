// SPDX-License-Identifier: MIT
// An event as text for a terminal.
#pragma once

#include "app/command/text_columns.h"
#include "lockcore/monitor/model/event.h"

namespace lockscope {

/// Includes the end of line. On a terminal, what does not fit on the first line is on indented lines below it.
QString eventLine(const lockcore::LockEvent &event, const TextStyle &style);

} // namespace lockscope
