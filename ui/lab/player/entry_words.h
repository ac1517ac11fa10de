// SPDX-License-Identifier: MIT
// An entry of a history as a sentence for the Lab's room. Any thread.
#pragma once

#include "lockcore/judge/history.h"

#include <QString>

namespace lockscope {

/// For example `A's DEL is executed.` Names of workers are not changed at the beginning of a sentence: `w1 waits.` Empty if the history
/// does not have this number.
QString entryText(const lockcore::History &history, std::uint64_t number);

} // namespace lockscope
