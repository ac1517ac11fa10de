// SPDX-License-Identifier: MIT
// MessagePack, as far as suo writes it. Pure; never read beyond the text.
#pragma once

#include <string_view>
#include <vector>

namespace lockcore {

struct TimedText
{
    double time = 0;
    std::string_view text;
    std::string_view packed; ///< both, as they are in the list
};

/// The elements of a list of pairs: a float of 64 bits, and a text. Empty: it is not exactly such a list.
std::vector<TimedText> messagePackTimedTexts(std::string_view bytes);

} // namespace lockcore
