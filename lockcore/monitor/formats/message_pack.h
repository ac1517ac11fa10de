// SPDX-License-Identifier: MIT
// MessagePack, as far as it tells data from random bytes, and what suo writes. Pure; never read beyond the text.
#pragma once

#include <string_view>
#include <vector>

namespace lockcore {

/// Is it exactly one map that is not empty and whose keys are texts? Of random bytes, hardly any are.
bool isMessagePackMap(std::string_view bytes);

struct TimedText
{
    double time = 0;
    std::string_view text;
    std::string_view packed; ///< both, as they are in the list
};

/// The elements of a list of pairs: a float of 64 bits, and a text. Empty: it is not exactly such a list.
std::vector<TimedText> messagePackTimedTexts(std::string_view bytes);

} // namespace lockcore
