// SPDX-License-Identifier: MIT
// Whether the server refuses something without which this view is worse than it could be. Rights that are granted take effect with
// the next connection.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"

namespace lockcore {

/// Only while connected: a new connection may then see more than this one.
bool isRestricted(const MonitorState &state);

} // namespace lockcore
