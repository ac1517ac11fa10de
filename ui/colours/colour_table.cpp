// SPDX-License-Identifier: MIT
#include "ui/colours/colour_table.h"

namespace lockscope {

namespace {

// Blue, orange, bluish green, reddish purple, sky blue, yellow. Yellow is darkened where it would disappear on white.
constexpr std::array<Rgb, 6> ownersOnDark = {0x2f8fd0, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xf0e442};
constexpr std::array<Rgb, 6> ownersOnLight = {0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0x8f7a00};

constexpr std::array<ColourRow, 4> table = {{
    // base, text, button, onHighlight,
    // secondary, faint, line, hairline, pill, track, selected, warning, danger, good, accent
    {0xffffff, 0x1a1e23, 0xffffff, 0xffffff, 0x59636e, 0x8a939c, 0xdde1e6, 0xeef0f3, 0xeef0f3, 0xe6e9ed, 0xe2edfa, 0x8f5900, 0xb83a00,
     0x00714f, 0x155fc0, ownersOnLight, false},
    {0x1b1e22, 0xe7eaee, 0x24282d, 0x10151c, 0xa3adb8, 0x747e89, 0x31363c, 0x25292e, 0x2a2f35, 0x30353b, 0x20344f, 0xe5a838, 0xff8152,
     0x3cc79a, 0x84b6ff, ownersOnDark, true},
    {0xffffff, 0x000000, 0xffffff, 0xffffff, 0x000000, 0x404040, 0x000000, 0x808080, 0xe8e8e8, 0xd0d0d0, 0xcfe4ff, 0x6b3f00, 0x8f2600,
     0x00523a, 0x0038a8, ownersOnLight, false},
    {0x000000, 0xffffff, 0x000000, 0x000000, 0xffffff, 0xc0c0c0, 0xffffff, 0x808080, 0x303030, 0x404040, 0x003a80, 0xffc14d, 0xffa07a,
     0x7fe8c3, 0xa8cdff, ownersOnDark, true},
}};

} // namespace

Rgb ownerShade(const ColourRow &row, std::size_t index)
{
    constexpr double share = 0.5; // of the text or of the background
    const auto owner = row.owners[index % row.owners.size()];
    const auto round = index % ownerShades / row.owners.size();
    if (round == 0)
        return owner;
    const auto other = round == 1 ? row.text : row.base;
    Rgb mixed = 0;
    for (const auto shift : {0u, 8u, 16u}) {
        const auto part = [shift](Rgb colour) { return static_cast<double>((colour >> shift) & 0xffu); };
        mixed |= static_cast<Rgb>(part(owner) * (1 - share) + part(other) * share) << shift;
    }
    return mixed;
}

const ColourRow &colourRow(ColourScheme scheme) { return table.at(static_cast<std::size_t>(scheme)); }

} // namespace lockscope
