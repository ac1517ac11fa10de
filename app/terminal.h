// SPDX-License-Identifier: MIT
// What the terminal behind a file descriptor can do.
#pragma once

#include "app/text_columns.h"
#include "ui/words/tone.h"

namespace lockscope {

/// Colour only on a terminal that is not dumb, and without NO_COLOR (no-color.org: set and not empty).
TextStyle terminalStyle(int fileDescriptor);

QString codeOf(Tone tone); ///< of the escape sequence; empty: none

} // namespace lockscope
