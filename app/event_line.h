// SPDX-License-Identifier: MIT
// An event as one line for a terminal.
#pragma once

#include "app/text_columns.h"
#include "lockcore/monitor/model/event.h"

namespace lockscope {

/// Includes the end of line. On a terminal the evidence is cut, so that the event stays on one line.
QString eventLine(const lockcore::LockEvent &event, const TextStyle &style);

} // namespace lockscope
