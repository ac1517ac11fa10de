// SPDX-License-Identifier: MIT
// What the terminal behind a file descriptor can do.
#pragma once

#include "app/command/text_columns.h"

namespace lockscope {

/// Colour is used only on a terminal that is not dumb, and not if NO_COLOR is set and not empty (no-color.org).
TextStyle terminalStyle(int fileDescriptor);

} // namespace lockscope
