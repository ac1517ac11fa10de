// SPDX-License-Identifier: MIT
// What a person must know first about one lock, as one sentence each. The same for window and commands.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <QString>

namespace lockscope {

/// Whether its holder shows life, and when the lock ends: "Renewed 3 s ago." · "No renewal seen; free in 12 s unless renewed." ·
/// "Will never end by itself: its lease is missing."
QString verdictText(const lockcore::LockInfo &lock, lockcore::ServerTime now);

/// How it goes on: "Renewed every 10 s, 2 wait; if its holder dies it is free 30 s later." Empty: not enough is known.
QString outlookText(const lockcore::LockInfo &lock);

} // namespace lockscope
