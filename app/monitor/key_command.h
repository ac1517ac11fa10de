// SPDX-License-Identifier: MIT
// `lockscope list --key NAME`: one look at one key.
#pragma once

#include "app/command/options.h"

namespace lockscope {

int runKeyLookup(const Options &options); ///< returns the exit code

} // namespace lockscope
