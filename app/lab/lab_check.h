// SPDX-License-Identifier: MIT
// `lockscope lab --check`: everything that the Lab can do with one worker, and one page about it. Needs a QCoreApplication; returns the exit
// code.
#pragma once

#include "app/lab/lab_options.h"

namespace lockscope {

int runCheck(const LabOptions &options);

} // namespace lockscope
