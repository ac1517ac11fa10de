// SPDX-License-Identifier: MIT
// Redis' glob, as SCAN MATCH and PSUBSCRIBE understand it: `*`, `?`, `[a-c]`, `[^x]`, `\` escapes the next character.
#pragma once

#include <string_view>

namespace lockcore {

/// Linear in the text for each `*`: a hostile pattern cannot make it slow.
bool globMatches(std::string_view pattern, std::string_view text);

/// Does the pattern hold any character that globMatches treats specially?
bool isGlob(std::string_view pattern);

} // namespace lockcore
