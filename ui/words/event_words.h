// SPDX-License-Identifier: MIT
// When something happened, in words for people.
#pragma once

#include "lockcore/base/clock.h"

#include <QString>

namespace lockscope {

/// Local time of day with milliseconds; with the date if that is not today's.
QString timeText(lockcore::ServerTime time);

} // namespace lockscope
