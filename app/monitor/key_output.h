// SPDX-License-Identifier: MIT
// What `lockscope list --key NAME` prints. Pure.
#pragma once

#include "app/monitor/list_output.h"
#include "lockcore/monitor/key_lookup.h"

namespace lockscope {

CommandOutput keyOutput(const lockcore::KeyFinding &finding, const Options &options, const TextStyle &style);

} // namespace lockscope
