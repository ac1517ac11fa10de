// SPDX-License-Identifier: MIT
// The colour in which the window shows a tone.
#pragma once

#include "ui/words/tone.h"

#include <QColor>
#include <QPalette>

namespace lockscope {

QColor toneColour(Tone tone, const QPalette &palette);

} // namespace lockscope
