// SPDX-License-Identifier: MIT
// Acquires whose answer was not so, or came at the wrong time: refused although it could wait on, refused although it got the lock, or long
// after its wait. Pure; any thread.
#pragma once

#include "lockcore/report/answered_run.h"
#include "lockcore/report/run_remarks.h"

namespace lockcore {

std::vector<RunRemark> untrueRefusals(const detail::AnsweredRun &answered);

} // namespace lockcore
