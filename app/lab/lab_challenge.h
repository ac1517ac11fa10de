// SPDX-License-Identifier: MIT
#pragma once

#include "app/lab/lab_options.h"

namespace lockscope {

/// `lockscope lab --challenges`, `--challenge` and `--pitfalls`. Need a QCoreApplication; return the exit code.
int listChallenges(const LabOptions &options);
int runChallenge(const LabOptions &options);
int listPitfalls(const LabOptions &options);

} // namespace lockscope
