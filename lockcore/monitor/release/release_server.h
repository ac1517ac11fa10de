// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/release/release.h"

namespace lockcore {

/// Without INFO the version is unknown. Then only commands that existed before 7.0 are used, which every server understands.
ReleaseServer releaseServer(const ServerFacts &facts);

} // namespace lockcore
