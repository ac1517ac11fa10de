// SPDX-License-Identifier: MIT
// The time of an event as text for people.
#pragma once

#include "lockcore/base/clock.h"

#include <QString>

namespace lockscope {

/// Local time of day with milliseconds; with the date if it is not today.
QString timeText(lockcore::ServerTime time);

} // namespace lockscope
