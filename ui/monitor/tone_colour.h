// SPDX-License-Identifier: MIT
// The colour of a tone in the window.
#pragma once

#include "ui/words/tone.h"

#include <QColor>
#include <QPalette>

namespace lockscope {

QColor toneColour(Tone tone, const QPalette &palette);

} // namespace lockscope
