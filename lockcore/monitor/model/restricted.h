// SPDX-License-Identifier: MIT
// Whether the server refuses something that would improve this view. Newly granted rights take effect with the next connection.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"

namespace lockcore {

/// Only valid while connected: a new connection may see more.
bool isRestricted(const MonitorState &state);

} // namespace lockcore
