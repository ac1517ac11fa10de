// SPDX-License-Identifier: MIT
// A scenario in slow motion: for people who watch it live. Pure; any thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// All its times are `factor` times as long, at most as long as a scenario's file may say: lease, work, waiting, skew, delays, timeouts,
/// its limit, and the protocol's options that are times. `factor` from 1.
Scenario stretched(Scenario scenario, int factor);

} // namespace lockcore
