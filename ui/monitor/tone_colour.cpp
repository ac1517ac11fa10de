// SPDX-License-Identifier: MIT
#include "ui/monitor/tone_colour.h"

#include "ui/widgets/theme.h"

namespace lockscope {

QColor toneColour(Tone tone, const QPalette &palette)
{
    switch (tone) {
    case Tone::Quiet: return shadesOf(palette).secondary;
    case Tone::Plain: break;
    case Tone::Warning: return shadesOf(palette).warning;
    case Tone::Danger: return shadesOf(palette).danger;
    }
    return palette.color(QPalette::Text);
}

} // namespace lockscope
