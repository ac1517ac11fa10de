// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// Without INFO the version is unknown: then as before 7.0, which every server understands.
ReleaseServer releaseServer(const ServerFacts &facts);

} // namespace lockcore
