// SPDX-License-Identifier: MIT
// Does the server refuse something that would improve this view? Rights that are granted take effect with the next connection.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"

namespace lockcore {

/// Only while connected: a new connection may then see more than this one.
bool isRestricted(const MonitorState &state);

} // namespace lockcore
