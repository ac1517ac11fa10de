// SPDX-License-Identifier: MIT
// The shade in which a verdict's words are written. Any thread.
#pragma once

#include "ui/report/verdict_words.h"
#include "ui/widgets/captions.h"

namespace lockscope {

ShadedLabel::Shade shadeOf(VerdictTone tone);

} // namespace lockscope
