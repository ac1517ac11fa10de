// SPDX-License-Identifier: MIT
// The members of a JSON object, as far as a lock's record needs them. Pure; never read beyond the text.
#pragma once

#include "lockcore/base/bytes.h"

#include <vector>

namespace lockcore {

struct JsonMember
{
    Bytes name; ///< without escape sequences: `\u006fwner` is `owner`
    Bytes text; ///< of a string: its inside, without escape sequences (PHP escapes each `/`); otherwise the text of the number, list …
};

/// The members of a JSON object, without those of objects inside it, each name once; nothing if it is not one, from brace to brace. Blanks and
/// a byte order mark may be around it.
std::optional<std::vector<JsonMember>> jsonMembers(std::string_view text);

/// The text without blanks and a byte order mark around it: .NET writes the mark, and many a program a line feed behind the text.
std::string_view withoutFrame(std::string_view text);

/// Does it begin and end like such an object? A GUID in braces is none.
bool isJsonObject(std::string_view text);

} // namespace lockcore
