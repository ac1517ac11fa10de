// SPDX-License-Identifier: MIT
// `lockscope lab --compare`: one scenario with several protocols. Needs a QCoreApplication; returns the exit code.
#pragma once

#include "app/lab/lab_options.h"

namespace lockscope {

int runCompare(const LabOptions &options, const lockcore::Scenario &scenario);

} // namespace lockscope
