// SPDX-License-Identifier: MIT
// How a terminal shows what is trouble.
#pragma once

#include "app/command/terminal_style.h"
#include "ui/words/tone.h"

namespace lockscope {

QString codeOf(Tone tone); ///< of the escape sequence; empty: none

} // namespace lockscope
