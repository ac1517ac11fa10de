// SPDX-License-Identifier: MIT
#include "ui/lab/player/verdict_shade.h"

namespace lockscope {

ShadedLabel::Shade shadeOf(VerdictTone tone)
{
    using Shade = ShadedLabel::Shade;
    switch (tone) {
    case VerdictTone::Bad: return Shade::Danger;
    case VerdictTone::Warns: return Shade::Warning;
    case VerdictTone::Good: return Shade::Good;
    case VerdictTone::Open:
    case VerdictTone::Silent: break;
    }
    return Shade::Secondary;
}

} // namespace lockscope
