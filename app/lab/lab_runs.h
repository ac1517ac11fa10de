// SPDX-License-Identifier: MIT
// The pool that plays the runs of `lockscope lab`. Needs a QCoreApplication.
#pragma once

#include "app/lab/lab_options.h"
#include "ui/runs/pooled_runs.h"

namespace lockscope {

/// On a terminal, the progress is one line on standard error that is overwritten by the next.
PooledRuns::Options pooledOptions(const LabOptions &options);

/// Plays until the end or until a signal; false: it was interrupted. A reader that closes standard output does not end it.
bool playedToTheEnd(lockcore::EventLoop &loop, lockcore::Task<void> playing);

} // namespace lockscope
