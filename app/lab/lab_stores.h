// SPDX-License-Identifier: MIT
// `lockscope lab --compare-stores`: the same faults on several stores, as one table.
#pragma once

#include "app/lab/lab_options.h"

namespace lockscope {

int compareStores(const LabOptions &options); ///< the exit code

} // namespace lockscope
