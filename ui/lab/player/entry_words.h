// SPDX-License-Identifier: MIT
// An entry of a history as a sentence for the room. Any thread.
#pragma once

#include "lockcore/judge/history.h"

#include <QString>

namespace lockscope {

/// `A's DEL is executed.` Names of workers stay as they are: `w1 waits.` Empty for a number that the history does not have.
QString entryText(const lockcore::History &history, std::uint64_t number);

} // namespace lockscope
