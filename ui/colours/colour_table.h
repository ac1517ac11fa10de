// SPDX-License-Identifier: MIT
// All colours of the program, one row per appearance, as 0xrrggbb: for the window (widgets/theme.h) and for files. Without Qt; any thread.
#pragma once

#include <array>
#include <cstddef>

namespace lockscope {

using Rgb = unsigned int;

struct ColourRow
{
    Rgb base, text, button, onHighlight;
    Rgb secondary;             ///< units, evidence, captions
    Rgb faint;                 ///< ended locks; placeholders
    Rgb line;                  ///< between areas
    Rgb hairline;              ///< between rows
    Rgb pill;                  ///< behind a pill, and under the pointer
    Rgb track;                 ///< the spent part of a lease bar
    Rgb selected;              ///< behind a selected row
    Rgb warning;               ///< amber: something is about to happen
    Rgb danger;                ///< vermilion: violation, danger
    Rgb good;                  ///< a good verdict
    Rgb accent;                ///< links, and the current item
    std::array<Rgb, 6> owners; ///< Okabe-Ito without black and vermilion (reserved for danger)
    bool dark;
};

enum class ColourScheme { Light, Dark, ContrastLight, ContrastDark };

const ColourRow &colourRow(ColourScheme scheme);

inline constexpr std::size_t ownerShades = 18; ///< colours of owners that can be told apart

/// The colour of the owner with this index: first the six, then each of them darker and lighter; after that they repeat.
Rgb ownerShade(const ColourRow &row, std::size_t index);

} // namespace lockscope
