// SPDX-License-Identifier: MIT
// What workers said that is not so, by the server's record and their own grants: a lock that they did not get or that they freed, how long
// they have it, the token of their writes. Pure; any thread.
#pragma once

#include "lockcore/report/run_remarks.h"

namespace lockcore {

std::vector<RunRemark> untrueAnswers(const HistoryIndex &history); ///< of a run that has begun

} // namespace lockcore
