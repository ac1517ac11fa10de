// SPDX-License-Identifier: MIT
// Events in words for people.
#pragma once

#include "monitor/event.h"

#include <QString>

namespace lockscope {

QString eventText(lockcore::EventType type); ///< "taken over"

/// Local time of day with milliseconds; with the date if that is not today's.
QString timeText(lockcore::ServerTime time);

} // namespace lockscope
