// SPDX-License-Identifier: MIT
// How a terminal highlights problems.
#pragma once

#include "app/command/terminal_style.h"
#include "ui/words/tone.h"

namespace lockscope {

QString codeOf(Tone tone); ///< the code of the escape sequence; empty: none

} // namespace lockscope
