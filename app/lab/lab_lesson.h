// SPDX-License-Identifier: MIT
// `lockscope lab --lesson DIR`: plays the stories of the lessons and writes their pages. Needs a QCoreApplication; returns the exit code.
#pragma once

#include "app/lab/lab_options.h"

namespace lockscope {

int runLesson(const LabOptions &options);

} // namespace lockscope
