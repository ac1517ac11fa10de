// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/base/clock.h"

#include <string>

namespace lockcore {

/// `2026-11-21T12:00:00.000Z`
std::string isoTime(ServerTime time);

} // namespace lockcore
