// SPDX-License-Identifier: MIT
// `lockscope lab --sweep` and `--hunt`, which search for faults automatically. Need a QCoreApplication; return the exit code.
#pragma once

#include "app/lab/lab_options.h"

namespace lockscope {

int runSweep(const LabOptions &options);
int runHunt(const LabOptions &options);

} // namespace lockscope
