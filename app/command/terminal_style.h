// SPDX-License-Identifier: MIT
// What the terminal behind a file descriptor can do.
#pragma once

#include "app/command/text_columns.h"

namespace lockscope {

/// Colour only on a terminal that is not dumb, and without NO_COLOR (no-color.org: set and not empty).
TextStyle terminalStyle(int fileDescriptor);

} // namespace lockscope
