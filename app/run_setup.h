// SPDX-License-Identifier: MIT
// What a run of the Lab is set up with. Any thread.
#pragma once

#include "app/lab_options.h"
#include "app/lab_output.h"
#include "lockcore/lab/lab_run.h"

namespace lockscope {

std::uint64_t newRunSeed(); ///< 1 … 2⁵³

/// For the run whose result this will be: its scenario, seed and folder are known. Without a folder, nothing is written.
lockcore::LabRun::Options runOptionsFor(const LabResult &result, const LabOptions &options);

} // namespace lockscope
