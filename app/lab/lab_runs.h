// SPDX-License-Identifier: MIT
// What `lockscope lab` plays its runs with. Within a QCoreApplication.
#pragma once

#include "app/lab/lab_options.h"
#include "ui/runs/pooled_runs.h"

namespace lockscope {

/// On a terminal, a line of progress on standard error replaces the last one.
PooledRuns::Options pooledOptions(const LabOptions &options);

} // namespace lockscope
